import { createSender } from './conformance/sender.ts'
import type { StandIn } from './conformance/platform.ts'
import type { Recorded } from './recording.ts'

/** How the endpoint answered one event. */
export interface Replayed {
  readonly recorded: Recorded
  readonly status: number
  readonly body: string
}

/**
 * Sends recorded events again, with their ids and bytes, signed by the stand-in and with a token for
 * their tenant. Within an instance in order: what follows one that is not acknowledged is left out, as
 * the workflow service would hold it back.
 */
export async function* replay(
  platform: StandIn,
  url: string,
  recording: readonly Recorded[],
): AsyncGenerator<Replayed> {
  const failed = new Set<string>()
  const inOrder = recording.toSorted((a, b) => a.event.sequence - b.event.sequence)
  for (const recorded of inOrder) {
    const { event, body } = recorded
    if (failed.has(event.instanceId)) continue
    const sender = createSender(platform, url, event.bizType)
    const token = sender.token({ claims: { tenant_id: event.tenantId } })
    const answer = await sender.send(event, { body, token })
    if (answer.status < 200 || answer.status >= 300) failed.add(event.instanceId)
    yield { recorded, status: answer.status, body: answer.body }
  }
}
