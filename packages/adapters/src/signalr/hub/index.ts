export { Connection, type Holder, HubError } from './connection.ts';
export { Hub } from './hub.ts';
