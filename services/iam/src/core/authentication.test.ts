import { describe, expect, it } from 'vitest'
import {
  addMethods,
  contextOf,
  contexts,
  contextsOf,
  decideChallenge,
  decideFactor,
  decideOwnChallenge,
  stepUpSeconds,
  type FactorNeed,
  type SessionState,
} from './authentication.ts'

const { single, multi, phishingResistant } = contexts
const password = ['pwd']
const code = ['pwd', 'otp', 'mfa']
const passkey = ['pop', 'user', 'mfa']

describe('how well somebody is signed in', () => {
  it.each([
    [undefined, [single]],
    [password, [single]],
    // A key that nobody had to unlock proves a thing, and nobody.
    [['pop'], [single]],
    [code, [multi, single]],
    [passkey, [phishingResistant, multi, single]],
  ])('by %j is %j', (amr, reached) => expect(contextsOf(amr)).toEqual(reached))

  it.each([
    [passkey, [], phishingResistant],
    [passkey, [multi], multi],
    [passkey, [single, multi], multi],
    [password, [phishingResistant], single],
    [undefined, [], single],
  ])('by %j is said to be what was wished for of it (%j): %s', (amr, wished, said) =>
    expect(contextOf(amr, wished)).toBe(said),
  )

  it('keeps the methods of a session in their order, each once', () => {
    expect(addMethods(['pwd', 'otp'], ['mfa', 'pwd'])).toEqual(['pwd', 'otp', 'mfa'])
    expect(addMethods(undefined, ['pwd'])).toEqual(['pwd'])
  })
})

describe('what is still to be proven for a code', () => {
  const none: FactorNeed = { kind: 'none' }
  const unmet: FactorNeed = { kind: 'unmet' }
  const factor = (context: typeof multi | typeof phishingResistant): FactorNeed => ({
    kind: 'factor',
    context,
  })
  const preferred = (...values: string[]) => ({ values, essential: false })
  const essential = (...values: string[]) => ({ values, essential: true })

  it.each([
    ['nothing is wished for', password, false, preferred(), false, none],
    ['one is required', password, true, preferred(), false, factor(multi)],
    ['one is required and there', code, true, preferred(), false, none],
    ['it is preferred', password, false, preferred(multi), false, factor(multi)],
    ['it is preferred and was asked for', password, false, preferred(multi), true, none],
    [
      'it is preferred, was asked for, and is required',
      password,
      true,
      preferred(phishingResistant),
      true,
      factor(multi),
    ],
    ['it is preferred and there', code, false, preferred(multi), false, none],
    [
      'the least of what is preferred is asked for',
      password,
      false,
      preferred(phishingResistant, multi),
      false,
      factor(multi),
    ],
    ['one of several is there', password, false, preferred(multi, single), false, none],
    [
      'a passkey is preferred',
      code,
      false,
      preferred(phishingResistant),
      false,
      factor(phishingResistant),
    ],
    ['nobody knows what is preferred', password, false, preferred('urn:other'), false, none],
    ['it is a condition', password, false, essential(multi), false, factor(multi)],
    ['it is a condition and was asked for in vain', password, false, essential(multi), true, unmet],
    ['it is a condition and there', code, false, essential(multi), true, none],
    ['nobody knows the condition', code, false, essential('urn:other'), false, unmet],
    ['the condition names nothing', password, false, essential(), true, none],
    ['the condition is what a password is', password, false, essential(single), false, none],
  ])('%s', (_, amr, required, wish, asked, need) =>
    expect(decideFactor(amr, required, wish, asked)).toEqual(need),
  )
})

describe('what is to be proven before somebody administers', () => {
  const session = (more: Partial<SessionState> = {}): SessionState => ({
    signedIn: true,
    age: 0,
    amr: password,
    hasSecondFactor: false,
    requiresMfa: false,
    ...more,
  })
  // The clocks of a database and of a process differ by five seconds at most.
  const fresh = stepUpSeconds + 5
  const stale = fresh + 1

  it.each([
    ['nothing, by a password', {}, false, undefined],
    ['nothing, long after', { age: 10 * stale }, false, undefined],
    ['a second factor that is demanded', { requiresMfa: true }, false, { acrValues: multi }],
    ['nothing, when it was given', { requiresMfa: true, amr: code }, false, undefined],
    ['nothing, for one who could', { hasSecondFactor: true }, false, undefined],
    ['the last minutes', { age: stale }, true, { acrValues: single, maxAge: stepUpSeconds }],
    ['nothing, in them', { age: fresh }, true, undefined],
    [
      'a second factor, by one who has it',
      { hasSecondFactor: true },
      true,
      { acrValues: multi, maxAge: stepUpSeconds },
    ],
    ['nothing, with one', { hasSecondFactor: true, amr: code, age: fresh }, true, undefined],
    [
      'both anew',
      { hasSecondFactor: true, amr: code, age: stale },
      true,
      { acrValues: multi, maxAge: stepUpSeconds },
    ],
  ])('%s', (_, more, recently, challenge) =>
    expect(decideChallenge(session(more), recently)).toEqual(challenge),
  )

  it.each([
    ['nothing in the last minutes', { age: fresh, hasSecondFactor: true }, undefined],
    ['it again after them', { age: stale }, { acrValues: single, maxAge: stepUpSeconds }],
    [
      'it again after the session',
      { signedIn: false },
      { acrValues: single, maxAge: stepUpSeconds },
    ],
    [
      'a second factor that the account has',
      { age: stale, hasSecondFactor: true },
      { acrValues: multi, maxAge: stepUpSeconds },
    ],
    [
      'a second factor that is demanded',
      { age: stale, requiresMfa: true },
      { acrValues: multi, maxAge: stepUpSeconds },
    ],
  ])('of one’s own account: %s', (_, more, challenge) =>
    expect(decideOwnChallenge(session(more))).toEqual(challenge),
  )
})
