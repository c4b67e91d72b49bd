import type { Deployment, SourceLocation, StorageDriver } from '../driver.ts'
import { createS3Store } from './store.ts'

/**
 * An administrator of a tenant names endpoints and credentials, and must reach neither inner
 * addresses nor another tenant's bucket: endpoints are those of the deployment alone, and
 * credentials can be tied to an endpoint and to tenants.
 *
 * Kept by: services/dms/src/features/documents/documents.test.ts "refuse what the deployment does not allow"
 */
export const s3Driver: StorageDriver = {
  placeOf: ({ tenantId, endpoint, region, bucket, credentialsRef }) =>
    JSON.stringify([tenantId, endpoint, region, bucket, credentialsRef]),
  findFault,
  open: ({ readCredentials, timeoutMs }, source, memory) => {
    const credentials = readCredentials(source.credentialsRef ?? '')
    const settings = {
      endpoint: source.endpoint ?? '',
      region: source.region ?? '',
      bucket: source.bucket ?? '',
      accessKey: credentials?.accessKey ?? '',
      secretKey: credentials?.secretKey ?? '',
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    return createS3Store(settings, memory)
  },
}

function findFault(
  { readCredentials, endpoints }: Deployment,
  source: Omit<SourceLocation, 'id'>,
): string | undefined {
  const credentials = readCredentials(source.credentialsRef ?? '')
  if (credentials === undefined) return 'there are no credentials under this prefix'
  const { endpoint, tenants } = credentials
  if (tenants !== undefined && !tenants.includes(source.tenantId)) {
    return 'there are no credentials under this prefix'
  }
  const allowed = endpoint === undefined ? endpoints : [endpoint]
  const isAllowed = allowed.some((each) => sameOrigin(each, source.endpoint ?? ''))
  return isAllowed ? undefined : 'this endpoint is not among those of the deployment'
}

function sameOrigin(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin
}
