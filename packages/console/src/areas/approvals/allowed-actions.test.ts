import { describe, expect, it } from 'vitest'
import { ann, bob } from '../../testing/samples.ts'
import { actionsFor } from './allowed-actions.ts'
import type { ProcessInstance } from './queries.ts'

type Status = ProcessInstance['status']

const offered = (status: Status, who: { isInitiator: boolean; isAdministrator: boolean }) => {
  const person = { userId: who.isInitiator ? ann.id : bob.id, isAdministrator: who.isAdministrator }
  return actionsFor({ status, initiator: ann }, person)
}

describe.each<[Status, readonly string[], readonly string[]]>([
  ['RUNNING', ['remind', 'withdraw'], ['suspend', 'terminate']],
  ['RETURNED', ['withdraw'], ['suspend', 'terminate']],
  ['SUSPENDED', [], ['resume', 'terminate']],
  ['APPROVED', [], []],
  ['REJECTED', [], []],
  ['WITHDRAWN', [], []],
  ['TERMINATED', [], []],
])('an approval that is %s', (status, own, administrative) => {
  it('offers its initiator what is theirs, and nothing of an administrator', () => {
    const who = { isInitiator: true, isAdministrator: false }
    expect(offered(status, who)).toEqual({ own, administrative: [] })
  })

  it('offers an administrator nothing of the initiator', () => {
    const who = { isInitiator: false, isAdministrator: true }
    expect(offered(status, who)).toEqual({ own: [], administrative })
  })

  it('offers everybody else nothing', () => {
    const who = { isInitiator: false, isAdministrator: false }
    expect(offered(status, who)).toEqual({ own: [], administrative: [] })
  })

  it('offers both to an administrator who started it', () => {
    const who = { isInitiator: true, isAdministrator: true }
    expect(offered(status, who)).toEqual({ own, administrative })
  })
})
