const PART_BYTES = 8 * 1024 * 1024
// As many as an S3 takes.
const MAX_PARTS = 10_000

/** How long each part of a file is but the last; also what clients that send ranges should send. */
export const partSizeOf = (sizeBytes: number): number =>
  Math.max(PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS))
