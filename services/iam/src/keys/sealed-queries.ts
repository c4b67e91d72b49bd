import type { Db } from '../db/types.ts'

// What rests sealed, in the order of its ids. Each is replaced only while it is what was read.

const PAGE = 200

export const listSealedKeys = (db: Db, after: string | undefined) =>
  db
    .selectFrom('signing_keys')
    .select(['kid as id', 'sealed_private_key as sealed'])
    .where('sealed_private_key', 'is not', null)
    .$narrowType<{ sealed: string }>()
    .$if(after !== undefined, (query) => query.where('kid', '>', after ?? ''))
    .orderBy('kid')
    .limit(PAGE)
    .execute()

export async function replaceSealedKey(db: Db, id: string, from: string, to: string) {
  await db
    .updateTable('signing_keys')
    .set({ sealed_private_key: to })
    .where('kid', '=', id)
    .where('sealed_private_key', '=', from)
    .execute()
}

export const listSealedTotp = (db: Db, after: string | undefined) =>
  db
    .selectFrom('user_totp')
    .select(['user_id as id', 'sealed_secret as sealed'])
    .$if(after !== undefined, (query) => query.where('user_id', '>', after ?? ''))
    .orderBy('user_id')
    .limit(PAGE)
    .execute()

export async function replaceSealedTotp(db: Db, id: string, from: string, to: string) {
  await db
    .updateTable('user_totp')
    .set({ sealed_secret: to })
    .where('user_id', '=', id)
    .where('sealed_secret', '=', from)
    .execute()
}

export const listSealedSecrets = (db: Db, after: string | undefined) =>
  db
    .selectFrom('identity_providers')
    .select(['id', 'tenant_id as tenantId', 'sealed_secret as sealed'])
    .where('sealed_secret', 'is not', null)
    .$narrowType<{ sealed: string }>()
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(PAGE)
    .execute()

export async function replaceSealedSecret(db: Db, id: string, from: string, to: string) {
  await db
    .updateTable('identity_providers')
    .set({ sealed_secret: to })
    .where('id', '=', id)
    .where('sealed_secret', '=', from)
    .execute()
}
