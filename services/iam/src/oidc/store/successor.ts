import { createHmac } from 'node:crypto'

/**
 * The refresh token that takes the place of one that was presented: the same for each request that
 * presents it, in every process, and known to nobody without the key.
 */
export const successorOf = (refreshKey: Buffer, presented: string): string =>
  createHmac('sha256', refreshKey).update(presented).digest('base64url')
