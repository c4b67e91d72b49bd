import { dms, unwrap } from '../../api/clients.ts'

/**
 * Lets the browser download a version by an address that works for some minutes: a file of any size
 * is then written to the disk as it comes, which a request of this page could not do.
 */
export async function openDownload(versionId: string): Promise<void> {
  const { url } = await unwrap(
    dms.POST('/api/dms/versions/{versionId}/address', {
      params: { path: { versionId } },
      body: { purpose: 'download' },
    }),
  )
  location.assign(url)
}
