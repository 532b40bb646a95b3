import { Textarea } from '@mantine/core';

interface CommentInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const CommentInput = ({ value, onChange }: CommentInputProps) => (
  <Textarea
    label="Comment"
    mt="md"
    autosize
    minRows={2}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
