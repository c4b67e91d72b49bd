import { clientCredentials, createClient } from '@countersign/client'
import { clientOf, type Plan } from '@countersign/local/plan'

/** Where the receiver of a drill takes events: at the sample application's address, in its place. */
export const callbackPath = '/internal/bpm-events'

/** Asks in the name of the application that owns the business type. */
export function ownerClient({ platform, secrets }: Plan) {
  const { clientId } = clientOf(platform, 'sample')
  const tokensFor = clientCredentials({
    tokenUrl: `${platform.baseUrl}/oauth2/token`,
    clientId,
    clientSecret: secrets.clients.sample,
  })
  const scope = `bpm.biztype.register bpm.instance.read tenant:${secrets.ids.demo}`
  return createClient({ baseUrl: platform.baseUrl, token: tokensFor(scope) }).bpm
}

/** Registers the business type of the sample application, which does not run in drills. */
export async function registerSampleType(plan: Plan): Promise<void> {
  const { bizType, callbackOrigin } = plan.platform.sampleApp
  await ownerClient(plan).registerBizType({
    body: {
      code: bizType,
      version: '1',
      name: 'Expense',
      variables: [
        { name: 'amount', type: 'number', required: true },
        { name: 'reason', type: 'string', required: true },
      ],
      detailPath: '/expenses/{bizId}',
      callback: { origin: callbackOrigin, path: callbackPath },
      initiatePermission: 'expense:start',
    },
  })
}
