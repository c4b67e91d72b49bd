/** The business type by which documents are approved; events of no other one are taken. */
export const bizType = 'dms.document'
