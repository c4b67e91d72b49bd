import type { WebhookClient } from '@countersign/service-kit/webhook-client'
import { isLoopbackUrl } from '../../core/redirects.ts'
import type { Deps } from '../../deps.ts'
import { signLogoutToken } from './logout-token.ts'
import { deleteNotice, putOffNoticesOf, takeDueNotice, type DueNotice } from './queries.ts'

const slots = 10
const slotsOfClient = 2
/** So that a round ends, however many more come meanwhile: who stops the process waits for it. */
const takesForMs = 5_000
const timeoutMs = 5_000

type Needs = Pick<Deps, 'db' | 'log' | 'keyRing' | 'issuer' | 'now'>

/**
 * Tells applications of sessions that ended; a round of a poll loop. A 2xx is the end of it, and so
 * is a 400, by which an application refuses the token for good; everything else is tried again for
 * a day. An application has two of the slots at most, and where it does not take what it is told it keeps
 * them to the end of the round: the others get theirs however long it hangs.
 *
 * Kept by: services/iam/src/features/logout-notices/logout-notices.test.ts "waits for no other application that hangs"
 */
export async function sendLogoutNotices(
  deps: Needs,
  client: Pick<WebhookClient, 'post'>,
): Promise<number> {
  const until = deps.now().getTime() + takesForMs
  const held = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  let sent = 0
  const hold = (clientId: string, more: number) =>
    held.set(clientId, (held.get(clientId) ?? 0) + more)
  const start = (notice: DueNotice) => {
    sent += 1
    hold(notice.clientId, 1)
    const sending = send(deps, client, notice).then((isTaken) => {
      underWay.delete(sending)
      if (isTaken) hold(notice.clientId, -1)
    })
    underWay.add(sending)
  }
  for (;;) {
    const full = [...held].flatMap(([clientId, count]) => (count < slotsOfClient ? [] : clientId))
    const isRoom = underWay.size < slots && deps.now().getTime() < until
    const notice = isRoom ? await takeDueNotice(deps.db, full) : undefined
    if (notice !== undefined) start(notice)
    else if (underWay.size > 0) await Promise.race(underWay)
    else return sent
  }
}

/** Whether that is the end of the notice. An application that fails is asked nothing more of what is due. */
async function send(
  deps: Needs,
  client: Pick<WebhookClient, 'post'>,
  notice: DueNotice,
): Promise<boolean> {
  const { db, log } = deps
  const { id, clientId } = notice
  const isTaken = await tell(deps, client, notice)
  try {
    await (isTaken ? deleteNotice(db, id) : putOffNoticesOf(db, clientId))
  } catch (error) {
    log.warn({ clientId, isTaken, err: error }, 'what came of a logout notice was not written down')
    return false
  }
  return isTaken
}

/** Whether the application took it, or refused it for good. */
async function tell(
  deps: Needs,
  client: Pick<WebhookClient, 'post'>,
  notice: DueNotice,
): Promise<boolean> {
  const { log, issuer } = deps
  const { clientId, attempts } = notice
  try {
    const { status } = await client.post({
      url: notice.uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: await signLogoutToken(deps, notice) }).toString(),
      // The address is a tenant's choice: it must not reach what only we can reach. On a machine
      // of a developer everything is local.
      publicOnly: !isLoopbackUrl(issuer),
      timeoutMs,
    })
    if (status === 400) log.warn({ clientId }, 'an application refused a logout token')
    if (status === 400 || (status >= 200 && status < 300)) return true
    log.warn({ clientId, attempts, status }, 'an application was not told of a sign-out')
  } catch (error) {
    log.warn({ clientId, attempts, err: error }, 'an application was not told of a sign-out')
  }
  return false
}
