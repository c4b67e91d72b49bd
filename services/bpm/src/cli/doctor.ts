import { examine, type Finding } from '@countersign/service-kit/doctor'
import {
  examineClient,
  examineIdentity,
  examineIssuer,
  examineReadiness,
} from '@countersign/service-kit/doctor-neighbours'
import { examineAnchor, examineDatabase, examineMail } from '@countersign/service-kit/doctor-own'
import type { HttpClient } from '@countersign/service-kit/http-client'
import { createMailerOf } from '@countersign/service-kit/mail-settings'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { findSigningKey, listSealedKeys } from '../features/deliveries/keys/queries.ts'
import { openSigningKey } from '../features/deliveries/keys/event-keys.ts'
import { examineDevices } from '../features/notifications/push/examine-devices.ts'
import { migrations } from '../migrations.ts'

/** Looks at all that a start needs: the database, its keys, and what is around; changes nothing. */
export async function diagnose(
  deps: Deps,
  http: HttpClient,
  config: Config,
): Promise<readonly Finding[]> {
  const { DATABASE_URL: url, DMS_URL: dmsUrl } = config
  const database = await examineDatabase(deps.db, { url, directory: migrations })
  const keys = database.every(({ ok }) => ok)
    ? [
        await examine('event keys open', () => openKeys(deps)),
        await examine('devices can be told', () => examineDevices(deps)),
      ]
    : []
  const mailer = createMailerOf(config)
  const around = await Promise.all([
    examineIssuer(config.ISSUER_URL),
    examineClient(config.BPM_CLIENT_ID, deps.serviceTokens),
    ...(dmsUrl === undefined ? [] : [examineReadiness('dms', dmsUrl, http)]),
    examineMail(mailer),
    examineAnchor(config, 'bpm'),
  ])
  mailer?.close()
  return [...database, ...keys, ...around, ...(await examineIdentity(config, http))]
}

async function openKeys({ db, sealer }: Deps): Promise<string> {
  const key = await findSigningKey(db)
  if (key === undefined) return 'none yet; the first start makes them'
  for (const each of await listSealedKeys(db)) openSigningKey(sealer, each)
  return `${key.kid} signs`
}
