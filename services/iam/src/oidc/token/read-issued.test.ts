import { InvalidToken, KeysUnavailable } from '@countersign/auth-verifier'
import { expect, it } from 'vitest'
import { readIssued } from './read-issued.ts'

const failing = (fault: Error) => ({
  verify: async () => {
    throw fault
  },
})

it('a token that is not good stands for nobody', async () => {
  expect(await readIssued(failing(new InvalidToken('expired')), 'token')).toBeUndefined()
})

it('a token whose keys cannot be read is neither called inactive nor passed over', async () => {
  const outage = new KeysUnavailable('source')
  await expect(readIssued(failing(outage), 'token')).rejects.toBe(outage)
})
