import type { Caller } from './caller.ts'
import { AgentRefused, InsufficientScope, ServiceRequired, UserRequired } from './errors.ts'

/** A check of a verified caller; throws an {@link AuthError} (403) to refuse. */
export type Requirement = (caller: Caller) => void

/**
 * Whether somebody acts for the subject: an agent asks in the name of a user, and what a person has to
 * decide is not for it.
 *
 * @see RFC 8693 section 4.1.
 */
export const isAgent = ({ claims }: Caller): boolean => claims['act'] !== undefined

/**
 * Refuses all but tokens that a user obtained by signing in, for themselves: an agent of theirs is
 * refused as well.
 *
 * @throws {@link UserRequired}
 */
export const userOnly: Requirement = (caller) => {
  if (caller.grantType !== 'authorization_code' || isAgent(caller)) throw new UserRequired()
}

/** Refuses all but tokens that a service obtained for itself. @throws {@link ServiceRequired} */
export const serviceOnly: Requirement = (caller) => {
  if (caller.grantType !== 'client_credentials') throw new ServiceRequired()
}

/** Who may call beside people and services. */
export interface Admitted {
  /** A user's agent may do it as well, in their name. */
  readonly agents: true
}

/** Names of permissions or scopes; last, if need be, who may use them beside people and services. */
export type Asked = readonly string[] | readonly [...names: readonly string[], admitted: Admitted]

/**
 * Requires each of these permissions: `requires('expense:read')`. An agent is refused, whatever its
 * token carries, unless it is said to be welcome: `requires('expense:read', { agents: true })`.
 *
 * @throws {@link AgentRefused} or {@link InsufficientScope} naming the first missing.
 */
export function requires(...asked: Asked): Requirement {
  return requirementOf(asked, ({ permissions }) => permissions)
}

/**
 * Requires each of these scopes, as {@link requires} does permissions.
 *
 * @throws {@link AgentRefused} or {@link InsufficientScope} naming the first missing.
 */
export function requiresScope(...asked: Asked): Requirement {
  return requirementOf(asked, ({ scopes }) => scopes)
}

function requirementOf(asked: Asked, heldBy: (caller: Caller) => readonly string[]): Requirement {
  const all: readonly (string | Admitted)[] = asked
  const names = all.filter((one) => typeof one === 'string')
  const admitsAgents = all.some((one) => typeof one === 'object' && one.agents)
  return (caller) => {
    // Permissions are what the person may do: that a program acts in their name is another matter.
    if (isAgent(caller) && !admitsAgents) throw new AgentRefused()
    const held = heldBy(caller)
    for (const name of names) {
      if (!held.includes(name)) throw new InsufficientScope(name)
    }
  }
}
