// What people do, and what of it the measured costs make: docs/scale.md says why.
import { readFile } from 'node:fs/promises'
import { actionNames, type ActionName } from '../costs/actions.ts'
import type { Usage } from '../costs/usage.ts'
import type { Kind } from './queue-network.ts'

export interface Costs {
  readonly machine: string
  readonly measuredAt: string
  readonly costs: Readonly<Record<ActionName, Usage>>
  readonly mixed: { readonly rounds: number; readonly used: Usage }
}

/** Of a person on a working day. */
export const perDay: Readonly<Record<ActionName, number>> = {
  signIn: 1,
  start: 0.2,
  openInbox: 3,
  decide: 0.4,
  upload: 0.1,
}
/** Part of a day's actions that fall into its busiest hour. */
const busiestHour = 0.2
const workingDays = 220
/** What leaves rows that stay; sessions are forgotten when they end. */
export const writes = ['start', 'decide', 'upload'] as const
export const services = ['gateway', 'iam', 'bpm', 'dms', 'postgres'] as const

/** As measure:cost wrote them. */
export const readCosts = async (): Promise<Costs> =>
  JSON.parse(await readFile(new URL('costs.json', import.meta.url), 'utf8')) as Costs

/** Of so many people, in the busiest hour. */
export const perSecond = (name: ActionName, people: number): number =>
  (people * perDay[name] * busiestHour) / 3600

export function kindOf({ costs }: Costs, name: ActionName, people: number): Kind {
  const { cpu } = costs[name]
  const needs = services.map((service) => ({ resource: service, seconds: cpu[service] ?? 0 }))
  return {
    perSecond: perSecond(name, people),
    needs: needs.filter(({ seconds }) => seconds > 0),
  }
}

/** Cores of a resource that so many people keep busy in that hour. */
export const busyCores = (
  { costs }: Costs,
  service: (typeof services)[number],
  people: number,
): number =>
  actionNames.reduce(
    (sum, name) => sum + perSecond(name, people) * (costs[name].cpu[service] ?? 0),
    0,
  )

/** What so many people leave in the databases in a year. */
export const bytesOfYear = ({ costs }: Costs, people: number): number =>
  writes.reduce((sum, name) => sum + perDay[name] * costs[name].storedBytes, 0) *
  workingDays *
  people
