import { sql } from 'kysely'

/**
 * When the last period ends in which anybody of a tenant is away; null where nobody ever was. In most tenants nobody is
 * away: the statement that reads an approval tells that as well, and nobody has to be asked about each person.
 */
export const awayUntil = sql<Date | null>`(
  select max(delegations.ends_at) from delegations where delegations.tenant_id = wanted.tenant_id
)`

/** @param until Undefined where it was not read. */
export const isNobodyAway = (until: Date | null | undefined, at: Date): boolean =>
  until === null || (until !== undefined && until <= at)
