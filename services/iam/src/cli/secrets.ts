import { CommandFault, readOptions } from '@countersign/service-kit/command-line'
import { inTransaction } from '@countersign/service-kit/transaction'
import { insertAuditEvent } from '../audit/entries.ts'
import { generateSecret, hashSecret, maxLiveSecrets } from '../core/client-secrets.ts'
import type { IamDatabase, Tx } from '../db/types.ts'
import { deleteSecret, insertSecret, listLiveSecrets } from '../features/clients/queries.ts'

/*
 * Secrets of any SERVICE client, those of the platform itself too, which belong to no tenant and so to no
 * administrator: the operator changes them over as an application does, one beside the other.
 *
 * Kept by: services/iam/src/cli/cli.test.ts "changes the secret of a client of the platform, both good meanwhile"
 */

const one = { type: 'string' } as const

/** The live secrets, never their text. */
export async function listSecretsByCommand(db: IamDatabase, args: readonly string[]) {
  const { 'client-id': clientId = '' } = readOptions({ 'client-id': one }, args, ['client-id'])
  return inTransaction(db, async (tx) => {
    const rows = await listLiveSecrets(tx, await lockService(tx, clientId), new Date())
    return rows.map(({ id, createdAt, lastUsedAt }) => ({ id, createdAt, lastUsedAt }))
  })
}

/** Adds a secret and answers it, once. @throws `CommandFault` at two. */
export async function addSecretByCommand(db: IamDatabase, args: readonly string[]) {
  const { 'client-id': clientId = '' } = readOptions({ 'client-id': one }, args, ['client-id'])
  return inTransaction(db, async (tx) => {
    const rowId = await lockService(tx, clientId)
    const now = new Date()
    if ((await listLiveSecrets(tx, rowId, now)).length >= maxLiveSecrets)
      throw new CommandFault(`${clientId} has ${maxLiveSecrets} secrets already; remove one`)
    const clientSecret = generateSecret()
    const { id } = await insertSecret(tx, rowId, hashSecret(clientSecret), now)
    await record(tx, 'client.secret_added', rowId, id)
    return { clientId, id, clientSecret }
  })
}

/** From now on it authenticates nobody. */
export async function removeSecretByCommand(db: IamDatabase, args: readonly string[]) {
  const { 'client-id': clientId = '', id = '' } = readOptions({ 'client-id': one, id: one }, args, [
    'client-id',
    'id',
  ])
  return inTransaction(db, async (tx) => {
    const rowId = await lockService(tx, clientId)
    const live = await listLiveSecrets(tx, rowId, new Date())
    if (!live.some((secret) => secret.id === id))
      throw new CommandFault(`${clientId} has no secret ${id}`)
    if (live.length === 1) throw new CommandFault(`it is the only secret of ${clientId}; add one`)
    await deleteSecret(tx, rowId, id)
    await record(tx, 'client.secret_removed', rowId, id)
    return { clientId, id }
  })
}

async function lockService(tx: Tx, clientId: string): Promise<string> {
  const client = await tx
    .selectFrom('clients')
    .select(['id', 'type'])
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
  if (client?.type !== 'SERVICE') throw new CommandFault(`there is no SERVICE client ${clientId}`)
  return client.id
}

const record = (tx: Tx, action: string, targetId: string, secretId: string) =>
  insertAuditEvent(
    tx,
    {
      action,
      actorKind: 'system',
      actorId: 'iam-cli',
      targetKind: 'client',
      targetId,
      details: { secretId },
    },
    new Date(),
  )
