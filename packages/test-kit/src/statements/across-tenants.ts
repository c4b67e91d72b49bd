/** For each service, functions that touch rows of tenants without the tenant, with the reason. */
type AcrossTenants = Readonly<Record<string, Readonly<Record<string, string>>>>

const lease =
  'a worker takes what is due in whatever tenant, and goes on with the tenant of the row'
const prune = 'what is over goes in every tenant alike; nothing of it is answered to anybody'
const metrics = 'metrics of the service as a whole'
const session = 'a session is of a person, who may be of several tenants; its own id is the secret'
const grant = 'a grant is named by an id that is drawn at random, and names its tenant itself'
const client = 'a client authenticates before its tenant is known; its row names the tenant'

/** The statements that are right without the tenant. Everything else is a fault of the test run. */
export const acrossTenants: AcrossTenants = {
  iam: {
    belongsElsewhere: 'asks whether an account is of further tenants, and answers yes or no',
    deleteExpired: prune,
    deleteGrant: grant,
    deleteHopelessNotices: prune,
    deleteOldFederationAttempts: prune,
    deleteOldSecurityEvents: prune,
    deleteSession: session,
    endGrant: grant,
    endGrantsAndNotify: 'a session that ends, ends in each tenant and at each of its clients',
    findGrantAccount: grant,
    findLastPosition: 'one row of numbers serves all who wait for news; only a number is answered',
    findGrantPayload: grant,
    findInForceOfService: client,
    findInForceOfUser:
      'a revoked token is named by its jti, drawn at random; all else names the tenant',
    findSessionTenant: session,
    findUsableClient: client,
    isRevoked: 'a token is named by its jti, which is drawn at random',
    holdsPlatformPermissions: 'who runs the platform does so past tenants, and answers yes or no',
    insertToken: grant,
    listInvitationsOf:
      'who is invited is asked for by the account, before they belong to the tenant',
    listNamesOf: 'a password may be made of the name of none of the tenants of its account',
    listSessions: session,
    listSpaAddresses:
      'pages that may call are those of all tenants: a browser asks before it has a token',
    listTenantsTouched: 'an account that is changed is changed in each of its tenants',
    listUnacknowledged:
      'a receiver reads the events of all tenants that its client serves; the statement finds those out',
    listTenantsOf: 'the tenants that a person may choose from when signing in',
    lookUpAndRecord: client,
    publishEvents: 'committed events of all tenants are numbered; nothing of them is answered',
    replaceClientTenants: 'which tenants a client of the platform serves is the platform’s to say',
    takeAcknowledged: client,
    takeDueNotices: lease,
    takeInvitation: 'who is invited takes it by its id and their account, and joins its tenant so',
    takeAttempt: 'a sign-in comes back with a secret of its own, which names its tenant',
  },
  bpm: {
    collectNotices: 'news of all tenants become notices, each in the tenant of its row',
    countLanes: metrics,
    countQueues: metrics,
    hasNews: 'asks whether anything happened in any tenant, and answers yes or no',
    leaseMails: lease,
    leaseMigration: lease,
    leaseTimers: lease,
    listInboxChanges:
      'one reader serves all open streams; each gets those of its tenant and person',
    listReadyRoutes: lease,
    pruneAttempts: prune,
    pruneLanes: prune,
    pruneNotices: prune,
  },
  dms: {
    deleteOldDownloads: prune,
    findDocumentOfAnyTenant: 'a public document is read by who knows its address, without a tenant',
    findShareByToken: 'a visitor has the token of a share and no tenant; the row names it',
    leaseJob: lease,
    leaseReapable: lease,
    leaseScans: lease,
    leaseUnresolved: lease,
    listAllSources: 'the operator asks whether the storage of every tenant answers',
    listExpired: lease,
    listRunning: lease,
    requeueForTools: 'with another tool all previews that failed are tried again',
  },
}
