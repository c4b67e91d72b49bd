import { hash, randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const secretLength = 32

/** Most secrets of one client that are live at a time: the old and the new one of a change. */
export const maxLiveSecrets = 2

/** 32 characters, 190 bits: safe in a header, a form and a shell without quoting. */
export function generateSecret(): string {
  return Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * What is stored of a secret. One round of SHA-256 is enough because the secret is random and long;
 * it is checked at every token request, where a password hash would cost a hundred times the rest.
 */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
