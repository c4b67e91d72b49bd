import { checks, checksOfSeveral } from './checks.ts'
import type { StandIn } from './platform.ts'
import { createSender } from './sender.ts'

export interface CheckResult {
  readonly name: string
  readonly why: string
  /** What went wrong; undefined when nothing did. */
  readonly fault: string | undefined
}

/**
 * Runs every check against an endpoint that trusts the stand-in. One after the other, each with an
 * instance of its own.
 *
 * @param several Whether the endpoint asks for several events in one request (`callback.maxEventsPerRequest`).
 * @param url The callback address, e.g. `http://127.0.0.1:8084/internal/bpm-events`.
 */
export async function* verifyEndpoint(
  platform: StandIn,
  url: string,
  bizType: string,
  { several = false }: { readonly several?: boolean } = {},
): AsyncGenerator<CheckResult> {
  for (const { name, why, run } of several ? [...checks, ...checksOfSeveral] : checks) {
    yield { name, why, fault: await run(createSender(platform, url, bizType)) }
  }
}
