// Generated from the service's OpenAPI document: pnpm generate.
export const iamOperations = {
  /** Join the tenant that asks. */
  acceptInvitation: { method: 'POST', path: '/api/iam/v1/me/invitations/{id}/accept' },
  /** Say ahead which account an identity leads to. */
  addIdentityLink: { method: 'POST', path: '/api/iam/v1/identity-providers/{id}/links', key: 'header' },
  /** Add the passkey that the browser made. */
  addMyPasskey: { method: 'POST', path: '/api/iam/v1/me/mfa/passkeys' },
  /** Add a secret; it is shown once. */
  addSecret: { method: 'POST', path: '/api/iam/v1/clients/{id}/secrets', key: 'header' },
  /** Send a code to an address that is to be mine. */
  askForMyEmail: { method: 'PUT', path: '/api/iam/v1/me/email' },
  /** Begin to set up codes; they count once confirmed. */
  beginMyTotp: { method: 'POST', path: '/api/iam/v1/me/mfa/totp' },
  /** Cancel an erasure that has not begun. */
  cancelErasure: { method: 'DELETE', path: '/api/iam/v1/users/{id}/erasure' },
  /** Change a client within the rules of its type. */
  changeClient: { method: 'PATCH', path: '/api/iam/v1/clients/{id}' },
  /** Rename, move or give a leader. */
  changeDepartment: { method: 'PATCH', path: '/api/iam/v1/departments/{id}' },
  /** Change or disable an identity provider. */
  changeIdentityProvider: { method: 'PATCH', path: '/api/iam/v1/identity-providers/{id}' },
  /** Change my password; every session ends. */
  changeMyPassword: { method: 'POST', path: '/api/iam/v1/me/password' },
  /** Rename a role or set its permissions. */
  changeRole: { method: 'PATCH', path: '/api/iam/v1/roles/{id}' },
  /** Rename or suspend a tenant. */
  changeTenant: { method: 'PATCH', path: '/api/iam/v1/tenants/{id}' },
  /** Change name or mail address. */
  changeUser: { method: 'PATCH', path: '/api/iam/v1/users/{id}' },
  /** Disable or enable an account. */
  changeUserStatus: { method: 'PUT', path: '/api/iam/v1/users/{id}/status' },
  /** Try whether it can be reached with what is set. */
  checkIdentityProvider: { method: 'POST', path: '/api/iam/v1/identity-providers/{id}/check' },
  /** Prove the address by the code that was sent to it. */
  confirmMyEmail: { method: 'POST', path: '/api/iam/v1/me/email/confirmation' },
  /** Put codes into use with the first one. */
  confirmMyTotp: { method: 'POST', path: '/api/iam/v1/me/mfa/totp/confirm' },
  /** Register a SPA or a SERVICE. */
  createClient: { method: 'POST', path: '/api/iam/v1/clients', key: 'header' },
  /** Create a department. */
  createDepartment: { method: 'POST', path: '/api/iam/v1/departments', key: 'header' },
  /** Let people sign in with an OpenID provider or a directory. */
  createIdentityProvider: { method: 'POST', path: '/api/iam/v1/identity-providers', key: 'header' },
  /** Create a role. */
  createRole: { method: 'POST', path: '/api/iam/v1/roles', key: 'header' },
  /** Make a tenant. */
  createTenant: { method: 'POST', path: '/api/iam/v1/tenants', key: 'header' },
  /** Make an account and its membership. */
  createUser: { method: 'POST', path: '/api/iam/v1/users', key: 'header' },
  /** Do not join. */
  declineInvitation: { method: 'POST', path: '/api/iam/v1/me/invitations/{id}/decline' },
  /** Delete a client. */
  deleteClient: { method: 'DELETE', path: '/api/iam/v1/clients/{id}' },
  /** Delete an empty department. */
  deleteDepartment: { method: 'DELETE', path: '/api/iam/v1/departments/{id}' },
  /** End a link and what came of it in the tenant. */
  deleteIdentityLink: { method: 'DELETE', path: '/api/iam/v1/identity-providers/{id}/links/{linkId}' },
  /** Take an identity provider away, with the links to it. */
  deleteIdentityProvider: { method: 'DELETE', path: '/api/iam/v1/identity-providers/{id}' },
  /** Take the logo away. */
  deleteLogo: { method: 'DELETE', path: '/api/iam/v1/tenants/{id}/branding/logo' },
  /** Delete a role. */
  deleteRole: { method: 'DELETE', path: '/api/iam/v1/roles/{id}' },
  /** Delete an empty tenant. */
  deleteTenant: { method: 'DELETE', path: '/api/iam/v1/tenants/{id}' },
  /** Disable or enable an account, as by PUT. */
  disableOrEnableUser: { method: 'POST', path: '/api/iam/v1/users/{id}/status' },
  /** End one of my sessions. */
  endMySession: { method: 'DELETE', path: '/api/iam/v1/me/sessions/{id}' },
  /** Ask for a person to be forgotten in all services, after a time to cancel it. */
  eraseUser: { method: 'POST', path: '/api/iam/v1/users/{id}/erasure', key: 'header' },
  /** What the sign-in pages look like. */
  getBranding: { method: 'GET', path: '/api/iam/v1/tenants/{id}/branding' },
  /** One client. */
  getClient: { method: 'GET', path: '/api/iam/v1/clients/{id}' },
  /** One department. */
  getDepartment: { method: 'GET', path: '/api/iam/v1/departments/{id}' },
  /** How far the erasure of a person is, what is in its way, and what was kept. */
  getErasure: { method: 'GET', path: '/api/iam/v1/users/{id}/erasure' },
  /** One identity provider. */
  getIdentityProvider: { method: 'GET', path: '/api/iam/v1/identity-providers/{id}' },
  /** Who am I. */
  getMe: { method: 'GET', path: '/api/iam/v1/me' },
  /** One member. */
  getMember: { method: 'GET', path: '/api/iam/v1/members/{userId}' },
  /** My mail address, and whether it is proven. */
  getMyEmail: { method: 'GET', path: '/api/iam/v1/me/email' },
  /** What guards my account beside the password. */
  getMyMfa: { method: 'GET', path: '/api/iam/v1/me/mfa' },
  /** One role. */
  getRole: { method: 'GET', path: '/api/iam/v1/roles/{id}' },
  /** One tenant. */
  getTenant: { method: 'GET', path: '/api/iam/v1/tenants/{id}' },
  /** One account. */
  getUser: { method: 'GET', path: '/api/iam/v1/users/{id}' },
  /** What guards an account beside the password. */
  getUserMfa: { method: 'GET', path: '/api/iam/v1/users/{id}/mfa' },
  /** Make accounts from a CSV file; rows that do not fit are reported. */
  importUsers: { method: 'POST', path: '/api/iam/v1/users/import', sends: 'text/csv' },
  /** Ask the owner of an account or of a mail address to join the tenant. */
  inviteMember: { method: 'POST', path: '/api/iam/v1/invitations', key: 'header' },
  /** Sign-ins, failures and changes of the tenant, newest first. */
  listAuditEvents: { method: 'GET', path: '/api/iam/v1/audit' },
  /** Clients of the tenant. */
  listClients: { method: 'GET', path: '/api/iam/v1/clients' },
  /** Departments of the tenant. */
  listDepartments: { method: 'GET', path: '/api/iam/v1/departments' },
  /** Names of members of the tenant, by id. */
  listDirectoryUsers: { method: 'GET', path: '/internal/v1/iam/directory/users' },
  /** Whom a service has to forget, or to say what is in the way of it. */
  listErasureTurns: { method: 'GET', path: '/internal/v1/iam/erasures' },
  /** Which identities lead to which accounts. */
  listIdentityLinks: { method: 'GET', path: '/api/iam/v1/identity-providers/{id}/links' },
  /** Identity providers of the tenant. */
  listIdentityProviders: { method: 'GET', path: '/api/iam/v1/identity-providers' },
  /** Open invitations of the tenant. */
  listInvitations: { method: 'GET', path: '/api/iam/v1/invitations' },
  /** Signing keys: next, current, previous. */
  listKeys: { method: 'GET', path: '/api/iam/v1/keys' },
  /** Members of the tenant. */
  listMembers: { method: 'GET', path: '/api/iam/v1/members' },
  /** Applications that I gave my consent, and to what. */
  listMyConsents: { method: 'GET', path: '/api/iam/v1/me/consents' },
  /** Identities elsewhere that my account is connected with. */
  listMyIdentities: { method: 'GET', path: '/api/iam/v1/me/identities' },
  /** Tenants that ask me to join. */
  listMyInvitations: { method: 'GET', path: '/api/iam/v1/me/invitations' },
  /** Where I am signed in. */
  listMySessions: { method: 'GET', path: '/api/iam/v1/me/sessions' },
  /** Origins of the redirect addresses of registered SPA clients. */
  listOrigins: { method: 'GET', path: '/internal/v1/iam/origins' },
  /** Roles of the tenant. */
  listRoles: { method: 'GET', path: '/api/iam/v1/roles' },
  /** Live secrets, never their text. */
  listSecrets: { method: 'GET', path: '/api/iam/v1/clients/{id}/secrets' },
  /** All tenants. */
  listTenants: { method: 'GET', path: '/api/iam/v1/tenants' },
  /** Where a user is signed in. */
  listUserSessions: { method: 'GET', path: '/api/iam/v1/users/{id}/sessions' },
  /** Accounts that are members of the tenant. */
  listUsers: { method: 'GET', path: '/api/iam/v1/users' },
  /** Send the link of an invitation again, or get it to hand over. */
  makeInvitationLink: { method: 'POST', path: '/api/iam/v1/invitations/{id}/link', key: 'header' },
  /** Let the owner of an account choose a password by a link. */
  makePasswordLink: { method: 'POST', path: '/api/iam/v1/users/{id}/password-link', key: 'header' },
  /** What the browser needs to make a passkey; good for five minutes. */
  offerPasskey: { method: 'POST', path: '/api/iam/v1/me/mfa/passkeys/options' },
  /** Poll for Security Event Tokens: what was revoked, and acknowledge what was taken. */
  pollSecurityEvents: { method: 'POST', path: '/internal/v1/iam/security-events/{streamId}' },
  /** Set name and colour of the sign-in pages. */
  putBranding: { method: 'PUT', path: '/api/iam/v1/tenants/{id}/branding' },
  /** Set the logo of the sign-in pages: PNG, JPEG or WebP, at most 128 KiB. */
  putLogo: { method: 'PUT', path: '/api/iam/v1/tenants/{id}/branding/logo', sends: 'any' },
  /** Set roles, department, post and manager. */
  putMember: { method: 'PUT', path: '/api/iam/v1/members/{userId}' },
  /** End a membership. */
  removeMember: { method: 'DELETE', path: '/api/iam/v1/members/{userId}' },
  /** End a connection with an identity elsewhere. */
  removeMyIdentity: { method: 'POST', path: '/api/iam/v1/me/identities/{id}/remove' },
  /** Remove one of my passkeys. */
  removeMyPasskey: { method: 'POST', path: '/api/iam/v1/me/mfa/passkeys/{id}/remove' },
  /** Sign in without codes again. */
  removeMyTotp: { method: 'POST', path: '/api/iam/v1/me/mfa/totp/remove' },
  /** Remove a secret. */
  removeSecret: { method: 'DELETE', path: '/api/iam/v1/clients/{id}/secrets/{secretId}' },
  /** New recovery codes; the earlier ones end. */
  renewMyRecoveryCodes: { method: 'POST', path: '/api/iam/v1/me/mfa/recovery-codes' },
  /** Say what is in the way of an erasure, or that it is done; a late report is ignored. */
  reportErasure: { method: 'POST', path: '/internal/v1/iam/erasures/{id}/reports' },
  /** Set a password and end all sessions. */
  resetPassword: { method: 'PUT', path: '/api/iam/v1/users/{id}/password' },
  /** Remove the second factor of somebody who lost it; every session ends. */
  resetUserMfa: { method: 'DELETE', path: '/api/iam/v1/users/{id}/mfa' },
  /** Expand roles, departments, posts, leaders and manager lines to people. */
  resolveDirectory: { method: 'POST', path: '/internal/v1/iam/directory/resolve' },
  /** Let the next key sign. */
  rotateKeys: { method: 'POST', path: '/api/iam/v1/keys/rotate', key: 'header' },
  /** People, roles and departments of the tenant, by part of a name or by id. */
  searchPeople: { method: 'GET', path: '/api/iam/v1/people' },
  /** Set a password and end all sessions, as by PUT. */
  setUserPassword: { method: 'POST', path: '/api/iam/v1/users/{id}/password' },
  /** Sign me out everywhere. */
  signMeOut: { method: 'DELETE', path: '/api/iam/v1/me/sessions' },
  /** Sign a user out everywhere. */
  signOutUser: { method: 'DELETE', path: '/api/iam/v1/users/{id}/sessions' },
  /** Withdraw an invitation. */
  withdrawInvitation: { method: 'DELETE', path: '/api/iam/v1/invitations/{id}' },
  /** Take a compromised key out at once. */
  withdrawKey: { method: 'POST', path: '/api/iam/v1/keys/{kid}/withdraw', key: 'header' },
  /** Withdraw my consent; the application loses its refresh tokens and asks again. */
  withdrawMyConsent: { method: 'DELETE', path: '/api/iam/v1/me/consents/{clientId}' },
} as const
