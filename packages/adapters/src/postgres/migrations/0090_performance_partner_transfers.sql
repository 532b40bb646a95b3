-- Which cash counted in transfers between partners: the history of the part that passed, or the price. Figures of earlier versions of the rules counted
-- neither.
ALTER TABLE period_figure ADD COLUMN transfers text NOT NULL DEFAULT 'HISTORY' CHECK (transfers IN ('HISTORY', 'PRICE'));
