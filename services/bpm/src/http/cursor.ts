export { isSequence, LARGEST_SEQUENCE, readCursor } from '@countersign/service-kit/cursor'
