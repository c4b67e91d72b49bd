/**
 * The record of an approval: one signed document that says who decided what, in whose place, and about
 * what exactly. It is verified without the platform, with its published keys alone.
 *
 * @module
 */
export type {
  RecordAction,
  RecordApproval,
  RecordContent,
  RecordCopy,
  RecordDelivery,
  RecordRound,
  RecordSeat,
  RecordSubject,
  RecordValue,
} from './content.ts'
export { approversOf } from './approvers.ts'
export { agentOf } from './describe.ts'
export { findAttachedRecord, signPrint, verifyPrint } from './print.ts'
export { keyIdOf, readKeySet, type RecordKey, type RecordKeys } from './keys.ts'
export { signRecord, type Signer } from './sign.ts'
export { PRINT_TYPE, RECORD_TYPE, RECORD_VERSION } from './form.ts'
export { verifyRecord, type Fault, type Verified } from './verify.ts'
