/** What a provider was asked: that whoever comes back has proven who they are within so many seconds. */
export interface AskedAge {
  readonly seconds: number
  /** When that was, in seconds, by our clock. */
  readonly at: number
}

/** The clock of a provider may differ from ours by this much. */
const clockLeewaySeconds = 30

/**
 * As how old a sign-in counts whose provider tells no time, or an earlier one: too old for step-up, and
 * young enough for a session of eight hours.
 */
export const mostAgeSeconds = 4 * 3_600

/**
 * Whether somebody came back as recently proven as was asked. Counted from the moment of asking: how
 * long they take there makes nobody older. A provider that does not tell the time has not said so.
 */
export const isAsAsked = (asked: AskedAge | undefined, authTime: number | undefined): boolean =>
  asked === undefined ||
  (authTime !== undefined && authTime >= asked.at - asked.seconds - clockLeewaySeconds)

/** The time of authentication of a session that a provider vouches for; never one to come. */
export const countedTime = (authTime: number | undefined, now: number): number =>
  Math.min(now, Math.max(Math.floor(authTime ?? 0), now - mostAgeSeconds))
