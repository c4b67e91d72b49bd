import { createHash, randomInt } from 'node:crypto'

export const recoveryCodeCount = 10

// Nothing that looks like something else on paper. 24 of 31 are 118 bits: from 112 on a plain hash is
// enough (ASVS 5.0, V6.5.2). Below, each code would need one as slow as a password's.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 24

/** Fresh codes in groups of four. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = Array.from(
      { length: codeLength },
      () => alphabet[randomInt(alphabet.length)],
    )
    return (characters.join('').match(/.{4}/g) ?? []).join('-')
  })
}

/** What is stored of a code; spaces, hyphens and capitals do not count. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()
