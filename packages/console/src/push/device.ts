// This browser as a device that is told (Push API). Its subscription is of the browser, whoever is signed in; whose it is
// stands beside it, so that nobody is told of what concerns somebody else.
//
// Kept by: packages/console/src/push/device.test.tsx "is given up when somebody else is signed in"
import { bpm, unwrap } from '../api/clients.ts'
import { keep, readKept } from '../shared/kept.ts'

const worker = '/console/sw.js'
const scope = '/console/'
const owner = 'countersign-device-of'

/** What one waits for before one is signed out, at most. */
const patienceMs = 3_000

/** What the browser lets this page do. */
export type Ability = 'unsupported' | 'blocked' | 'able'

export function abilityOf(): Ability {
  const isThere =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isThere) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'able'
}

async function currentSubscription(): Promise<PushSubscription | null> {
  if (abilityOf() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** By what the platform knows this browser; null where it has not subscribed. */
export async function ownHash(): Promise<string | null> {
  const subscription = await currentSubscription()
  return subscription === null ? null : hashOf(subscription.endpoint)
}

/** SHA-256 in hexadecimal, as the platform names endpoints. */
async function hashOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The browser could not subscribe: it has no push service, or cannot reach it. */
export class NoPushService extends Error {
  override readonly name = 'NoPushService'
}

/**
 * Has this browser told. Must follow a press of the person: browsers ask nobody otherwise.
 *
 * @returns whether the person let the browser.
 * @throws {@link NoPushService}, `ApiProblem`.
 */
export async function turnOn(userId: string, applicationServerKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { endpoint, keys } = (await subscribe(applicationServerKey)).toJSON()
  const { p256dh, auth } = keys ?? {}
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new NoPushService('a subscription without keys')
  }
  keep(owner, userId)
  const body = { endpoint, keys: { p256dh, auth }, applicationServerKey }
  await unwrap(bpm.POST('/api/bpm/v1/me/push-subscriptions', { body }))
  return true
}

async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  try {
    await navigator.serviceWorker.register(worker)
    const { pushManager } = await navigator.serviceWorker.ready
    // One that was made with a former key of the platform takes no message that is signed with this one.
    const former = await pushManager.getSubscription()
    if (former !== null && keyOf(former) !== applicationServerKey) await former.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch (error) {
    throw new NoPushService('the browser did not subscribe', { cause: error })
  }
}

function keyOf({ options }: PushSubscription): string | undefined {
  const { applicationServerKey: key } = options
  if (key === null) return undefined
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Has this browser told no more, whatever the platform still knows of it: its address is dead from then on. */
export async function turnOff(): Promise<void> {
  keep(owner, undefined)
  await (await currentSubscription())?.unsubscribe()
  const registration = await navigator.serviceWorker.getRegistration(scope)
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
}

/**
 * Before somebody signs out: this browser is told no more, and the platform forgets it. Waits no longer than a moment, and
 * nothing that goes wrong keeps anybody signed in; an address that is dead is forgotten with the next message to it.
 */
export async function leaveDevice(): Promise<void> {
  const leave = async () => {
    const hash = await ownHash()
    if (hash === null) return
    await Promise.allSettled([turnOff(), forget(hash)])
  }
  const enough = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([leave().catch(() => undefined), enough])
}

async function forget(hash: string): Promise<void> {
  const { items } = await unwrap(bpm.GET('/api/bpm/v1/me/push-subscriptions'))
  const own = items.find(({ endpointHash }) => endpointHash === hash)
  if (own === undefined) return
  const params = { path: { id: own.id } }
  await unwrap(bpm.DELETE('/api/bpm/v1/me/push-subscriptions/{id}', { params }))
}

/** When somebody is signed in: a subscription that somebody else left in this browser is given up. */
export async function giveUpForeign(userId: string): Promise<void> {
  const of = readKept(owner)
  if (of === userId) return
  if ((await currentSubscription()) !== null) await turnOff()
}
