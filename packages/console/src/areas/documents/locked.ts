import type { Me } from '../../me/me.ts'
import type { DmsDocument } from './queries.ts'

/** Whether a document is kept from this person: what they have checked out themselves they may change. */
export const isLockedFor = ({ id }: Me, lock: DmsDocument['lock']): boolean =>
  lock !== undefined && (lock.bindingId !== undefined || lock.holder !== id)
