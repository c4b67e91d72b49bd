import type { WebhookClient } from '@countersign/service-kit/webhook-client'
import { isLoopbackUrl } from '../../core/redirects.ts'
import type { Deps } from '../../deps.ts'
import { signLogoutToken } from './logout-token.ts'
import { deleteHopelessNotices, deleteNotice, takeDueNotices, type DueNotice } from './queries.ts'

const batch = 10
const timeoutMs = 5_000

/**
 * Tells applications of sessions that ended; a round of a poll loop. A 2xx is the end of it, and so
 * is a 400, by which an application refuses the token for good; everything else is tried again for
 * a day.
 */
export async function sendLogoutNotices(
  deps: Pick<Deps, 'db' | 'log' | 'keyRing' | 'issuer' | 'now'>,
  client: Pick<WebhookClient, 'post'>,
): Promise<number> {
  const given = await deleteHopelessNotices(deps.db)
  if (given > 0) deps.log.warn({ notices: given }, 'gave up telling applications of a sign-out')
  const notices = await takeDueNotices(deps.db, batch)
  await Promise.all(notices.map((notice) => send(deps, client, notice)))
  return notices.length
}

async function send(
  deps: Pick<Deps, 'db' | 'log' | 'keyRing' | 'issuer' | 'now'>,
  client: Pick<WebhookClient, 'post'>,
  notice: DueNotice,
): Promise<void> {
  const { db, log, issuer } = deps
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
    if (status === 400 || (status >= 200 && status < 300)) return await deleteNotice(db, notice.id)
    log.warn({ clientId, attempts, status }, 'an application was not told of a sign-out')
  } catch (error) {
    log.warn({ clientId, attempts, err: error }, 'an application was not told of a sign-out')
  }
}
