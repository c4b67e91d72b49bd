import { createECDH, randomBytes } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { pushSettingsOf } from '../../../push-settings.ts'
import { createTenant, useService, type TestTenant } from '../../../testing/service.testing.ts'
import { examineDevices } from './examine-devices.ts'

const service = useService()
let tenant: TestTenant
beforeEach(async () => {
  tenant = await createTenant(service())
  await service().deps.db.deleteFrom('push_subscriptions').execute()
})

const keyOf = () => service().deps.push?.keys[0].publicKey ?? ''
const otherKeys = () =>
  pushSettingsOf({
    ISSUER_URL: 'https://platform.test',
    VAPID_KEYS: randomBytes(32).toString('base64url'),
  })

async function subscribe(username: string): Promise<void> {
  const pair = createECDH('prime256v1')
  const { status } = await tenant.as(username).post('/api/bpm/v1/me/push-subscriptions', {
    endpoint: `https://push.example.net/send/${username}`,
    keys: { p256dh: pair.generateKeys('base64url'), auth: 'A'.repeat(22) },
    applicationServerKey: keyOf(),
  })
  expect(status).toBe(201)
}

it('finds nothing wrong while each device has one of the keys', async () => {
  const { deps } = service()
  expect(await examineDevices(deps)).toBe('0, each with one of the keys')
  await subscribe('manager')
  expect(await examineDevices(deps)).toBe('1, each with one of the keys')
})

it('names the key that the list lacks, and how many wait for it', async () => {
  await subscribe('manager')
  await subscribe('employee')
  const mistyped = { ...service().deps, push: otherKeys() }
  await expect(examineDevices(mistyped)).rejects.toThrow(
    `2 of 2 subscribed with what VAPID_KEYS lacks: ${keyOf()}`,
  )
})

it('says that nobody is told without a key', async () => {
  await subscribe('manager')
  expect(await examineDevices({ ...service().deps, push: undefined })).toBe(
    'no VAPID_KEYS: none of 1 is told',
  )
})
