import type { Directory } from '../../directory.ts'

/** The display name of a signed-in user, or the id of one the directory does not know any more. */
export async function nameOf(
  directory: Directory,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<string> {
  const users = await directory.findUsers(tenantId, [userId])
  return users.get(userId)?.displayName ?? userId
}
