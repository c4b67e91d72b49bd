import { closed, Uuid } from '@countersign/service-kit/schema'

/** Path parameters of everything below a document. */
export const DocumentParams = closed({ documentId: Uuid })
