import type { Settings } from './settings.ts'
import type { Trip } from './database.ts'

export const bizType = 'travel'
export const eventsPath = '/internal/bpm-events'

/** What the platform said. Without an answer `fetch` rejects: whether it was done is not known then. */
export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Says what is approved here and where its events go. Sending the same again changes nothing. */
export async function declareBizType(settings: Settings): Promise<void> {
  const token = await getServiceToken(settings, 'bpm.biztype.register')
  const { status, body } = await post(settings, '/internal/v1/bpm/biz-types', token, {
    code: bizType,
    version: '1',
    name: 'Travel',
    variables: [
      { name: 'amount', type: 'number', required: true, label: 'Amount' },
      { name: 'reason', type: 'string', required: true, label: 'Reason' },
    ],
    detailPath: '/trips/{bizId}',
    callback: { origin: settings.origin, path: eventsPath },
    initiatePermission: 'expense:start',
  })
  if (status >= 300) throw new Error(`business type refused: ${status} ${JSON.stringify(body)}`)
}

/** Starts the approval in the name of its owner, with their own token. The key makes it one. */
export function startApproval(settings: Settings, userToken: string, trip: Trip): Promise<Answer> {
  return post(settings, '/api/bpm/v1/process-instances', userToken, {
    bizType,
    bizId: trip.id,
    title: trip.reason,
    variables: { amount: trip.amount, reason: trip.reason },
    idempotencyKey: `travel-${trip.id}`,
  })
}

/** Whether the platform shows the approval to whoever has this token, as it does to those who decide on it. */
export async function maySeeApproval(settings: Settings, userToken: string, trip: Trip) {
  if (trip.instance_id === null) return false
  const { status, ok } = await fetch(
    `${settings.platformUrl}/api/bpm/v1/process-instances/${trip.instance_id}`,
    {
      headers: { authorization: `Bearer ${userToken}` },
      signal: AbortSignal.timeout(10_000),
    },
  )
  if (status >= 500) throw new Error(`whose approval it is was not answered: ${status}`)
  return ok
}

async function getServiceToken(settings: Settings, scope: string): Promise<string> {
  const { platformUrl, clientId, clientSecret, tenantId } = settings
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const answer = await fetch(`${platformUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: `${scope} tenant:${tenantId}`,
    }),
  })
  if (!answer.ok) throw new Error(`no service token: ${answer.status} ${await answer.text()}`)
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

async function post(settings: Settings, path: string, token: string, body: object) {
  const answer = await fetch(settings.platformUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
