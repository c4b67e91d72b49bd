import { inSpanOfCaller } from '@countersign/service-kit/tracing'

/** What of a request says which operation it is. */
export interface S3Target {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD'
  /** Empty for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
}

/**
 * A request to the bucket with its repetitions, as a span of whoever asked. The key is left out: it
 * is the half of a row that nobody is told.
 *
 * @see OpenTelemetry's semantic conventions for object stores: `S3.<operation>`
 */
export const inS3Span = <Answer extends { readonly status: number }>(
  { bucket, endpoint }: { readonly bucket: string; readonly endpoint: string },
  asked: S3Target,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const operation = operationOf(asked)
  const { hostname, port } = new URL(endpoint)
  const options = {
    kind: 'client',
    attributes: {
      'rpc.system.name': 'aws-api',
      'rpc.service': 'S3',
      'rpc.method': operation,
      'aws.s3.bucket': bucket,
      'server.address': hostname,
      ...(port === '' ? {} : { 'server.port': Number(port) }),
    },
  } as const
  return inSpanOfCaller(`S3.${operation}`, options, async (span) => {
    const answer = await work()
    span?.set({ 'http.response.status_code': answer.status })
    return answer
  })
}

/** The name that S3 gives it. */
function operationOf({ method, key, query = {} }: S3Target): string {
  const ofUpload = 'uploadId' in query
  switch (method) {
    case 'GET':
      if (key !== '') return 'GetObject'
      return 'uploads' in query ? 'ListMultipartUploads' : 'ListObjectsV2'
    case 'HEAD':
      return key === '' ? 'HeadBucket' : 'HeadObject'
    case 'PUT':
      return ofUpload ? 'UploadPart' : 'PutObject'
    case 'POST':
      return ofUpload ? 'CompleteMultipartUpload' : 'CreateMultipartUpload'
    case 'DELETE':
      return ofUpload ? 'AbortMultipartUpload' : 'DeleteObject'
  }
}
