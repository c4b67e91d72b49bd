// Generated from the service's OpenAPI document: pnpm generate.
export interface paths {
    "/api/iam/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign-ins, failures and changes of the tenant, newest first
         * @description Needs the permission `iam:audit:read`.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clients of the tenant
         * @description Needs the permission `iam:client:read`.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Register a SPA or a SERVICE
         * @description Needs the permission `iam:client:write`.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One client
         * @description Needs the permission `iam:client:read`.
         */
        get: operations["getClient"];
        put?: never;
        post?: never;
        /**
         * Delete a client
         * @description Needs the permission `iam:client:write`.
         */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        /**
         * Change a client within the rules of its type
         * @description Needs the permission `iam:client:write`.
         */
        patch: operations["changeClient"];
        trace?: never;
    };
    "/api/iam/v1/clients/{id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live secrets, never their text
         * @description Needs the permission `iam:client:read`.
         */
        get: operations["listSecrets"];
        put?: never;
        /**
         * Add a secret; it is shown once
         * @description Needs the permission `iam:client:write`.
         */
        post: operations["addSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/clients/{id}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a secret
         * @description Needs the permission `iam:client:write`.
         */
        delete: operations["removeSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/departments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Departments of the tenant
         * @description Needs the permission `iam:department:read`.
         */
        get: operations["listDepartments"];
        put?: never;
        /**
         * Create a department
         * @description Needs the permission `iam:department:write`.
         */
        post: operations["createDepartment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/departments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One department
         * @description Needs the permission `iam:department:read`.
         */
        get: operations["getDepartment"];
        put?: never;
        post?: never;
        /**
         * Delete an empty department
         * @description Needs the permission `iam:department:write`.
         */
        delete: operations["deleteDepartment"];
        options?: never;
        head?: never;
        /**
         * Rename, move or give a leader
         * @description Needs the permission `iam:department:write`.
         */
        patch: operations["changeDepartment"];
        trace?: never;
    };
    "/api/iam/v1/identity-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Identity providers of the tenant
         * @description Needs the permission `iam:federation:read`.
         */
        get: operations["listIdentityProviders"];
        put?: never;
        /**
         * Let people sign in with an OpenID provider or a directory
         * @description Needs the permission `iam:federation:write`.
         */
        post: operations["createIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/identity-providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One identity provider
         * @description Needs the permission `iam:federation:read`.
         */
        get: operations["getIdentityProvider"];
        put?: never;
        post?: never;
        /**
         * Take an identity provider away, with the links to it
         * @description Needs the permission `iam:federation:write`.
         */
        delete: operations["deleteIdentityProvider"];
        options?: never;
        head?: never;
        /**
         * Change or disable an identity provider
         * @description Needs the permission `iam:federation:write`.
         */
        patch: operations["changeIdentityProvider"];
        trace?: never;
    };
    "/api/iam/v1/identity-providers/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try whether it can be reached with what is set
         * @description Needs the permission `iam:federation:write`.
         */
        post: operations["checkIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/identity-providers/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which identities lead to which accounts
         * @description Needs the permission `iam:federation:read`.
         */
        get: operations["listIdentityLinks"];
        put?: never;
        /**
         * Say ahead which account an identity leads to
         * @description Needs the permission `iam:federation:write`.
         */
        post: operations["addIdentityLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/identity-providers/{id}/links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a link and what came of it in the tenant
         * @description Needs the permission `iam:federation:write`.
         */
        delete: operations["deleteIdentityLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open invitations of the tenant
         * @description Needs the permission `iam:member:read`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Ask the owner of an account or of a mail address to join the tenant
         * @description Needs the permission `iam:member:write`.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Needs the permission `iam:member:write`.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/invitations/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the link of an invitation again, or get it to hand over
         * @description Needs the permission `iam:member:write`.
         */
        post: operations["makeInvitationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Signing keys: next, current, previous
         * @description Needs the permission `iam:key:read`.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/keys/{kid}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a compromised key out at once
         * @description Needs the permission `iam:key:write`.
         */
        post: operations["withdrawKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the next key sign
         * @description Needs the permission `iam:key:write`.
         */
        post: operations["rotateKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who am I */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Applications that I gave my consent, and to what */
        get: operations["listMyConsents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/consents/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw my consent; the application loses its refresh tokens and asks again */
        delete: operations["withdrawMyConsent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** My mail address, and whether it is proven */
        get: operations["getMyEmail"];
        /** Send a code to an address that is to be mine */
        put: operations["askForMyEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/email/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Prove the address by the code that was sent to it */
        post: operations["confirmMyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Identities elsewhere that my account is connected with */
        get: operations["listMyIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/identities/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a connection with an identity elsewhere */
        post: operations["removeMyIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tenants that ask me to join */
        get: operations["listMyInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/invitations/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join the tenant that asks */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/invitations/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Do not join */
        post: operations["declineInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What guards my account beside the password */
        get: operations["getMyMfa"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/mfa/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add the passkey that the browser made */
        post: operations["addMyPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/mfa/passkeys/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove one of my passkeys */
        post: operations["removeMyPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/mfa/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What the browser needs to make a passkey; good for five minutes */
        post: operations["offerPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/mfa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** New recovery codes; the earlier ones end */
        post: operations["renewMyRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/mfa/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to set up codes; they count once confirmed */
        post: operations["beginMyTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/mfa/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put codes into use with the first one */
        post: operations["confirmMyTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/mfa/totp/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in without codes again */
        post: operations["removeMyTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change my password; every session ends */
        post: operations["changeMyPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where I am signed in */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        /** Sign me out everywhere */
        delete: operations["signMeOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of my sessions */
        delete: operations["endMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members of the tenant
         * @description Needs the permission `iam:member:read`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One member
         * @description Needs the permission `iam:member:read`.
         */
        get: operations["getMember"];
        /**
         * Set roles, department, post and manager
         * @description Needs the permission `iam:member:write`.
         */
        put: operations["putMember"];
        post?: never;
        /**
         * End a membership
         * @description Needs the permission `iam:member:write`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** People, roles and departments of the tenant, by part of a name or by id */
        get: operations["searchPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Roles of the tenant
         * @description Needs the permission `iam:role:read`.
         */
        get: operations["listRoles"];
        put?: never;
        /**
         * Create a role
         * @description Needs the permission `iam:role:write`.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One role
         * @description Needs the permission `iam:role:read`.
         */
        get: operations["getRole"];
        put?: never;
        post?: never;
        /**
         * Delete a role
         * @description Needs the permission `iam:role:write`.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /**
         * Rename a role or set its permissions
         * @description Needs the permission `iam:role:write`.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/api/iam/v1/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All tenants
         * @description Needs the permission `iam:tenant:read`.
         */
        get: operations["listTenants"];
        put?: never;
        /**
         * Make a tenant
         * @description Needs the permission `iam:tenant:write`.
         */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/tenants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One tenant
         * @description Needs the permission `iam:tenant:read`.
         */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        /**
         * Delete an empty tenant
         * @description Needs the permission `iam:tenant:write`.
         */
        delete: operations["deleteTenant"];
        options?: never;
        head?: never;
        /**
         * Rename or suspend a tenant
         * @description Needs the permission `iam:tenant:write`.
         */
        patch: operations["changeTenant"];
        trace?: never;
    };
    "/api/iam/v1/tenants/{id}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the sign-in pages look like
         * @description Needs the permission `iam:branding:read`.
         */
        get: operations["getBranding"];
        /**
         * Set name and colour of the sign-in pages
         * @description Needs the permission `iam:branding:write`.
         */
        put: operations["putBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/tenants/{id}/branding/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the logo of the sign-in pages: PNG, JPEG or WebP, at most 128 KiB
         * @description Needs the permission `iam:branding:write`.
         */
        put: operations["putLogo"];
        post?: never;
        /**
         * Take the logo away
         * @description Needs the permission `iam:branding:write`.
         */
        delete: operations["deleteLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Accounts that are members of the tenant
         * @description Needs the permission `iam:user:read`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Make an account and its membership
         * @description Needs the permission `iam:user:write`.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One account
         * @description Needs the permission `iam:user:read`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change name or mail address
         * @description Needs the permission `iam:user:write`.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/api/iam/v1/users/{id}/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the erasure of a person is, what is in its way, and what was kept
         * @description Needs the permission `iam:person:erase`.
         */
        get: operations["getErasure"];
        put?: never;
        /**
         * Ask for a person to be forgotten in all services, after a time to cancel it
         * @description Needs the permission `iam:person:erase`.
         */
        post: operations["eraseUser"];
        /**
         * Cancel an erasure that has not begun
         * @description Needs the permission `iam:person:erase`.
         */
        delete: operations["cancelErasure"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/users/{id}/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What guards an account beside the password
         * @description Needs the permission `iam:user:read`.
         */
        get: operations["getUserMfa"];
        put?: never;
        post?: never;
        /**
         * Remove the second factor of somebody who lost it; every session ends
         * @description Needs the permission `iam:user:write`.
         */
        delete: operations["resetUserMfa"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/users/{id}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a password and end all sessions
         * @description Needs the permission `iam:user:write`.
         */
        put: operations["resetPassword"];
        /**
         * Set a password and end all sessions, as by PUT
         * @description Needs the permission `iam:user:write`.
         */
        post: operations["setUserPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/users/{id}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the owner of an account choose a password by a link
         * @description Needs the permission `iam:user:write`.
         */
        post: operations["makePasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a user is signed in
         * @description Needs the permission `iam:user:read`.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        /**
         * Sign a user out everywhere
         * @description Needs the permission `iam:user:write`.
         */
        delete: operations["signOutUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/users/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Disable or enable an account
         * @description Needs the permission `iam:user:write`.
         */
        put: operations["changeUserStatus"];
        /**
         * Disable or enable an account, as by PUT
         * @description Needs the permission `iam:user:write`.
         */
        post: operations["disableOrEnableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/iam/v1/users/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make accounts from a CSV file; rows that do not fit are reported
         * @description Columns: username, displayName, and email, password, department (code), post, roles (codes separated by semicolons) where wanted. Up to 500 rows. Department, post and roles are for who holds iam:member:write. Good rows are kept whatever happens to the others.
         *
         *     Needs the permission `iam:user:write`.
         */
        post: operations["importUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/iam/directory/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expand roles, departments, posts, leaders and manager lines to people
         * @description Needs a service's token with `iam.internal`.
         */
        post: operations["resolveDirectory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/iam/directory/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Names of members of the tenant, by id
         * @description Needs a service's token with `iam.internal`.
         */
        get: operations["listDirectoryUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/iam/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whom a service has to forget, or to say what is in the way of it
         * @description Needs a service's token with `iam.internal`.
         */
        get: operations["listErasureTurns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/iam/erasures/{id}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what is in the way of an erasure, or that it is done; a late report is ignored
         * @description Needs a service's token with `iam.internal`.
         */
        post: operations["reportErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/iam/origins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Origins of the redirect addresses of registered SPA clients
         * @description Needs a service's token with `iam.internal`.
         */
        get: operations["listOrigins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/iam/security-events/{streamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Poll for Security Event Tokens: what was revoked, and acknowledge what was taken
         * @description Needs a service's token with `iam.security-events`.
         */
        post: operations["pollSecurityEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Principal */
        Principal: {
            /** @description What tells those of one name apart: user name or code. */
            detail: string;
            /** @description The UUID of a user, the code of a role or a department. */
            id: string;
            /** @enum {unknown} */
            kind: "user" | "role" | "department";
            name: string;
        };
        /** Problem */
        Problem: {
            code: string;
            detail?: string;
            /** @description How many there are, where only the first hundred are listed. */
            errorCount?: number;
            errors?: {
                code: string;
                detail: string;
                pointer: string;
            }[];
            requestId?: string;
            status: number;
            title: string;
            type: string;
        } & {
            [key: string]: unknown;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
         * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
         */
        "Idempotency-Key": string;
        /**
         * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
         * @example "3"
         */
        "If-Match": string;
    };
    requestBodies: never;
    headers: {
        /** @description Whether the answer may be kept, and by whom. */
        "Cache-Control": string;
        /** @description Names this state of the resource, for `If-Match` and `If-None-Match`. */
        ETag: string;
        /** @description `true` on the answer to a repeat: nothing was done again. */
        "Idempotency-Replayed": "true";
        /** @description Seconds after which a repeat has a chance. */
        "Retry-After": number;
        /** @description Which token would do (RFC 6750 section 3, RFC 9449 section 7.1). */
        "WWW-Authenticate": string;
        /** @description Identifies the request in logs; the one that was sent, or a new one. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description What was done, exactly, such as `user.sign_in`. */
                action?: string;
                /** @description Who did it: the id of a person, or of a client. */
                actorId?: string;
                cursor?: string;
                /** @description Then or later. */
                from?: string;
                limit?: number;
                outcome?: "success" | "failure";
                /** @description A part of what stands in the entry, in any case of its letters. */
                q?: string;
                /** @description What it was done to, by its id. */
                targetId?: string;
                /** @description Before. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            action: string;
                            actorId: string | null;
                            /** @enum {unknown} */
                            actorKind: "user" | "service" | "system" | "anonymous";
                            address: string | null;
                            details: {
                                [key: string]: unknown;
                            };
                            /** Format: uuid */
                            id: string;
                            /** Format: date-time */
                            occurredAt: string;
                            /** @enum {unknown} */
                            outcome: "success" | "failure";
                            targetId: string | null;
                            targetKind: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            accessTokenType: ("at+jwt" | "JWT") | null;
                            /** @description A SPA that asks in the name of its people and does not decide for them: its tokens carry `act` (RFC 8693 section 4.1), it waits for its code on any port of 127.0.0.1 or [::1], and its people are asked at each sign-in. `permissions` is required of it. For good. */
                            agent: boolean;
                            backchannelLogoutUri: string | null;
                            clientId: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description Its access tokens are bound to a key that it proves to hold (`dpop_bound_access_tokens`, RFC 9449 section 5.2). Turned on, it ends what was issued before. */
                            dpopBoundAccessTokens: boolean;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            permissions: string[] | null;
                            postLogoutRedirectUris: string[];
                            redirectUris: string[];
                            requireConsent: boolean;
                            /** @description A SPA that pushes its authorization requests (`require_pushed_authorization_requests`, RFC 9126 section 6). */
                            requirePushedAuthorizationRequests: boolean;
                            /** @description Nobody it concerns signs in by one factor alone. */
                            requiresMfa: boolean;
                            /** @description What its tokens may be asked for with `resource`, beside the services. */
                            resources: string[];
                            revision: number;
                            scopes: string[];
                            /** @enum {unknown} */
                            status: "active" | "disabled";
                            tenants: string[];
                            /** @enum {unknown} */
                            type: "SPA" | "SERVICE";
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accessTokenType?: ("at+jwt" | "JWT") | null;
                    /** @description A SPA that asks in the name of its people and does not decide for them: its tokens carry `act` (RFC 8693 section 4.1), it waits for its code on any port of 127.0.0.1 or [::1], and its people are asked at each sign-in. `permissions` is required of it. For good. */
                    agent?: boolean;
                    backchannelLogoutUri?: string | null;
                    /** @description Readable, unique on the platform; made from the name when left out. */
                    clientId?: string;
                    /** @description Its access tokens are bound to a key that it proves to hold (`dpop_bound_access_tokens`, RFC 9449 section 5.2). Turned on, it ends what was issued before. */
                    dpopBoundAccessTokens?: boolean;
                    name: string;
                    permissions?: string[] | null;
                    postLogoutRedirectUris?: string[];
                    redirectUris?: string[];
                    requireConsent?: boolean;
                    /** @description A SPA that pushes its authorization requests (`require_pushed_authorization_requests`, RFC 9126 section 6). */
                    requirePushedAuthorizationRequests?: boolean;
                    /** @description Nobody it concerns signs in by one factor alone. */
                    requiresMfa?: boolean;
                    /** @description What its tokens may be asked for with `resource`, beside the services. */
                    resources?: string[];
                    scopes?: string[];
                    /** @description A SERVICE alone: the tenants that its tokens may name; left out, the own one. */
                    tenants?: string[];
                    /** @enum {unknown} */
                    type: "SPA" | "SERVICE";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessTokenType: ("at+jwt" | "JWT") | null;
                        /** @description A SPA that asks in the name of its people and does not decide for them: its tokens carry `act` (RFC 8693 section 4.1), it waits for its code on any port of 127.0.0.1 or [::1], and its people are asked at each sign-in. `permissions` is required of it. For good. */
                        agent: boolean;
                        backchannelLogoutUri: string | null;
                        clientId: string;
                        clientSecret?: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Its access tokens are bound to a key that it proves to hold (`dpop_bound_access_tokens`, RFC 9449 section 5.2). Turned on, it ends what was issued before. */
                        dpopBoundAccessTokens: boolean;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: string[] | null;
                        postLogoutRedirectUris: string[];
                        redirectUris: string[];
                        requireConsent: boolean;
                        /** @description A SPA that pushes its authorization requests (`require_pushed_authorization_requests`, RFC 9126 section 6). */
                        requirePushedAuthorizationRequests: boolean;
                        /** @description Nobody it concerns signs in by one factor alone. */
                        requiresMfa: boolean;
                        /** @description What its tokens may be asked for with `resource`, beside the services. */
                        resources: string[];
                        revision: number;
                        scopes: string[];
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        tenants: string[];
                        /** @enum {unknown} */
                        type: "SPA" | "SERVICE";
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessTokenType: ("at+jwt" | "JWT") | null;
                        /** @description A SPA that asks in the name of its people and does not decide for them: its tokens carry `act` (RFC 8693 section 4.1), it waits for its code on any port of 127.0.0.1 or [::1], and its people are asked at each sign-in. `permissions` is required of it. For good. */
                        agent: boolean;
                        backchannelLogoutUri: string | null;
                        clientId: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Its access tokens are bound to a key that it proves to hold (`dpop_bound_access_tokens`, RFC 9449 section 5.2). Turned on, it ends what was issued before. */
                        dpopBoundAccessTokens: boolean;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: string[] | null;
                        postLogoutRedirectUris: string[];
                        redirectUris: string[];
                        requireConsent: boolean;
                        /** @description A SPA that pushes its authorization requests (`require_pushed_authorization_requests`, RFC 9126 section 6). */
                        requirePushedAuthorizationRequests: boolean;
                        /** @description Nobody it concerns signs in by one factor alone. */
                        requiresMfa: boolean;
                        /** @description What its tokens may be asked for with `resource`, beside the services. */
                        resources: string[];
                        revision: number;
                        scopes: string[];
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        tenants: string[];
                        /** @enum {unknown} */
                        type: "SPA" | "SERVICE";
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeClient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accessTokenType?: ("at+jwt" | "JWT") | null;
                    backchannelLogoutUri?: string | null;
                    /** @description Its access tokens are bound to a key that it proves to hold (`dpop_bound_access_tokens`, RFC 9449 section 5.2). Turned on, it ends what was issued before. */
                    dpopBoundAccessTokens?: boolean;
                    name?: string;
                    permissions?: string[] | null;
                    postLogoutRedirectUris?: string[];
                    redirectUris?: string[];
                    requireConsent?: boolean;
                    /** @description A SPA that pushes its authorization requests (`require_pushed_authorization_requests`, RFC 9126 section 6). */
                    requirePushedAuthorizationRequests?: boolean;
                    /** @description Nobody it concerns signs in by one factor alone. */
                    requiresMfa?: boolean;
                    /** @description What its tokens may be asked for with `resource`, beside the services. */
                    resources?: string[];
                    revision?: number;
                    scopes?: string[];
                    /** @enum {unknown} */
                    status?: "active" | "disabled";
                    /** @description A SERVICE alone: the tenants that its tokens may name; left out, the own one. */
                    tenants?: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessTokenType: ("at+jwt" | "JWT") | null;
                        /** @description A SPA that asks in the name of its people and does not decide for them: its tokens carry `act` (RFC 8693 section 4.1), it waits for its code on any port of 127.0.0.1 or [::1], and its people are asked at each sign-in. `permissions` is required of it. For good. */
                        agent: boolean;
                        backchannelLogoutUri: string | null;
                        clientId: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Its access tokens are bound to a key that it proves to hold (`dpop_bound_access_tokens`, RFC 9449 section 5.2). Turned on, it ends what was issued before. */
                        dpopBoundAccessTokens: boolean;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: string[] | null;
                        postLogoutRedirectUris: string[];
                        redirectUris: string[];
                        requireConsent: boolean;
                        /** @description A SPA that pushes its authorization requests (`require_pushed_authorization_requests`, RFC 9126 section 6). */
                        requirePushedAuthorizationRequests: boolean;
                        /** @description Nobody it concerns signs in by one factor alone. */
                        requiresMfa: boolean;
                        /** @description What its tokens may be asked for with `resource`, beside the services. */
                        resources: string[];
                        revision: number;
                        scopes: string[];
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        tenants: string[];
                        /** @enum {unknown} */
                        type: "SPA" | "SERVICE";
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            /** Format: uuid */
                            id: string;
                            lastUsedAt: string | null;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        clientSecret?: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** Format: uuid */
                        id: string;
                        lastUsedAt: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDepartments: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description Stable, unique in the tenant. */
                            code: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: uuid */
                            id: string;
                            leaderId: string | null;
                            name: string;
                            parentId: string | null;
                            revision: number;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDepartment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Stable, unique in the tenant. */
                    code: string;
                    leaderId?: string | null;
                    name: string;
                    parentId?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Stable, unique in the tenant. */
                        code: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        leaderId: string | null;
                        name: string;
                        parentId: string | null;
                        revision: number;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Stable, unique in the tenant. */
                        code: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        leaderId: string | null;
                        name: string;
                        parentId: string | null;
                        revision: number;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteDepartment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeDepartment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    leaderId?: string | null;
                    name?: string;
                    parentId?: string | null;
                    revision?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Stable, unique in the tenant. */
                        code: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        leaderId: string | null;
                        name: string;
                        parentId: string | null;
                        revision: number;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listIdentityProviders: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            createAccounts: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description Secrets go in and never come out. */
                            hasSecret: boolean;
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            kind: "oidc" | "ldap";
                            mailDomains: string[];
                            matchExternalId: boolean;
                            name: string;
                            redirectUri: string | null;
                            revision: number;
                            roles: string[];
                            settings: {
                                clientId: string;
                                issuer: string;
                                scopes: string[];
                            } | {
                                baseDn: string;
                                bindDn: string;
                                ca: string | null;
                                idAttribute: string;
                                personFilter: string;
                                startTls: boolean;
                                url: string;
                                usernameAttributes: string[];
                            };
                            /** @enum {unknown} */
                            status: "active" | "disabled";
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    clientId: string;
                    clientSecret?: string;
                    /** @description Who has no account here gets a new one in the tenant. */
                    createAccounts?: boolean;
                    issuer: string;
                    /** @enum {string} */
                    kind: "oidc";
                    /** @description New accounts only with a verified address in one of these; all when empty. */
                    mailDomains?: string[];
                    /** @description Its subject is the externalId that SCIM gave: such a member is let in. */
                    matchExternalId?: boolean;
                    /** @description On the sign-in page, in “Continue with …”. */
                    name: string;
                    /** @description Ids or codes of the roles that new accounts get. */
                    roles?: string[];
                    scopes?: string[];
                } | {
                    baseDn: string;
                    bindDn: string;
                    bindPassword: string;
                    ca?: string | null;
                    /** @description Who has no account here gets a new one in the tenant. */
                    createAccounts?: boolean;
                    /** @enum {unknown} */
                    idAttribute: "entryUUID" | "objectGUID" | "nsUniqueId" | "ipaUniqueID";
                    /** @enum {string} */
                    kind: "ldap";
                    /** @description New accounts only with a verified address in one of these; all when empty. */
                    mailDomains?: string[];
                    /** @description Its subject is the externalId that SCIM gave: such a member is let in. */
                    matchExternalId?: boolean;
                    /** @description On the sign-in page, in “Continue with …”. */
                    name: string;
                    personFilter?: string;
                    /** @description Ids or codes of the roles that new accounts get. */
                    roles?: string[];
                    startTls?: boolean;
                    url: string;
                    usernameAttributes?: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createAccounts: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Secrets go in and never come out. */
                        hasSecret: boolean;
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "oidc" | "ldap";
                        mailDomains: string[];
                        matchExternalId: boolean;
                        name: string;
                        redirectUri: string | null;
                        revision: number;
                        roles: string[];
                        settings: {
                            clientId: string;
                            issuer: string;
                            scopes: string[];
                        } | {
                            baseDn: string;
                            bindDn: string;
                            ca: string | null;
                            idAttribute: string;
                            personFilter: string;
                            startTls: boolean;
                            url: string;
                            usernameAttributes: string[];
                        };
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createAccounts: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Secrets go in and never come out. */
                        hasSecret: boolean;
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "oidc" | "ldap";
                        mailDomains: string[];
                        matchExternalId: boolean;
                        name: string;
                        redirectUri: string | null;
                        revision: number;
                        roles: string[];
                        settings: {
                            clientId: string;
                            issuer: string;
                            scopes: string[];
                        } | {
                            baseDn: string;
                            bindDn: string;
                            ca: string | null;
                            idAttribute: string;
                            personFilter: string;
                            startTls: boolean;
                            url: string;
                            usernameAttributes: string[];
                        };
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    baseDn?: string;
                    bindDn?: string;
                    bindPassword?: string;
                    ca?: string | null;
                    clientId?: string;
                    clientSecret?: string;
                    /** @description Who has no account here gets a new one in the tenant. */
                    createAccounts?: boolean;
                    /** @description New accounts only with a verified address in one of these; all when empty. */
                    mailDomains?: string[];
                    /** @description Its subject is the externalId that SCIM gave: such a member is let in. */
                    matchExternalId?: boolean;
                    /** @description On the sign-in page, in “Continue with …”. */
                    name?: string;
                    personFilter?: string;
                    revision?: number;
                    /** @description Ids or codes of the roles that new accounts get. */
                    roles?: string[];
                    scopes?: string[];
                    startTls?: boolean;
                    /** @enum {unknown} */
                    status?: "active" | "disabled";
                    url?: string;
                    usernameAttributes?: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createAccounts: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Secrets go in and never come out. */
                        hasSecret: boolean;
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "oidc" | "ldap";
                        mailDomains: string[];
                        matchExternalId: boolean;
                        name: string;
                        redirectUri: string | null;
                        revision: number;
                        roles: string[];
                        settings: {
                            clientId: string;
                            issuer: string;
                            scopes: string[];
                        } | {
                            baseDn: string;
                            bindDn: string;
                            ca: string | null;
                            idAttribute: string;
                            personFilter: string;
                            startTls: boolean;
                            url: string;
                            usernameAttributes: string[];
                        };
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        problem: string | null;
                        reachable: boolean;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listIdentityLinks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            createdAt: string;
                            displayName: string;
                            /** Format: uuid */
                            id: string;
                            lastUsedAt: string | null;
                            /** @enum {unknown} */
                            origin: "user" | "administrator" | "external_id" | "created";
                            subject: string;
                            /** Format: uuid */
                            userId: string;
                            username: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addIdentityLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the provider calls the person for good: sub, or the id attribute. */
                    subject: string;
                    /** Format: uuid */
                    userId: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        displayName: string;
                        /** Format: uuid */
                        id: string;
                        lastUsedAt: string | null;
                        /** @enum {unknown} */
                        origin: "user" | "administrator" | "external_id" | "created";
                        subject: string;
                        /** Format: uuid */
                        userId: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteIdentityLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            createdAt: string;
                            email: string | null;
                            /** Format: date-time */
                            expiresAt: string;
                            /** Format: uuid */
                            id: string;
                            mail: ("waiting" | "sent" | "refused" | "given_up") | null;
                            roles: {
                                code: string;
                                /** Format: uuid */
                                id: string;
                                name: string;
                            }[];
                            username: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description By a user name or by a mail address, not both. */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email?: string;
                    /** @description By id or code; what who accepts gets. */
                    roles?: string[];
                    /** @description Unique on the platform; kept in lower case. */
                    username?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        email: string | null;
                        /** Format: date-time */
                        expiresAt: string;
                        /** Format: uuid */
                        id: string;
                        mail: ("waiting" | "sent" | "refused" | "given_up") | null;
                        roles: {
                            code: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        username: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makeInvitationLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description By mail to the address, or in the answer.
                     * @enum {unknown}
                     */
                    deliver: "mail" | "hand_over";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        delivered: "mail" | "hand_over";
                        /** Format: date-time */
                        expiresAt: string;
                        url?: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            activatedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            kid: string;
                            publishedUntil: string | null;
                            /** @enum {unknown} */
                            status: "next" | "current" | "previous" | "withdrawn";
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                kid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            activatedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            kid: string;
                            publishedUntil: string | null;
                            /** @enum {unknown} */
                            status: "next" | "current" | "previous" | "withdrawn";
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKeys: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            activatedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            kid: string;
                            publishedUntil: string | null;
                            /** @enum {unknown} */
                            status: "next" | "current" | "previous" | "withdrawn";
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        departmentId: string | null;
                        displayName: string;
                        /** Format: uuid */
                        id: string;
                        managerId: string | null;
                        permissions: string[];
                        post: string | null;
                        roles: {
                            code: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        sessionIdleMinutes: number | null;
                        /** Format: uuid */
                        tenantId: string;
                        tenants: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMyConsents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            clientId: string;
                            clientName: string;
                            permissions: string[] | null;
                            scopes: string[];
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawMyConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether this deployment sends mail. */
                        canVerify: boolean;
                        email: string | null;
                        pending: {
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                        } | null;
                        /** @description A mail to it was read by the owner of the account. */
                        verified: boolean;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askForMyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword?: string;
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether this deployment sends mail. */
                        canVerify: boolean;
                        email: string | null;
                        pending: {
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                        } | null;
                        /** @description A mail to it was read by the owner of the account. */
                        verified: boolean;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    confirmMyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In any case and spacing. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether this deployment sends mail. */
                        canVerify: boolean;
                        email: string | null;
                        pending: {
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                        } | null;
                        /** @description A mail to it was read by the owner of the account. */
                        verified: boolean;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMyIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            kind: "oidc" | "ldap";
                            lastUsedAt: string | null;
                            /** Format: uuid */
                            providerId: string;
                            providerName: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMyIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMyInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            expiresAt: string;
                            /** Format: uuid */
                            id: string;
                            tenant: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    declineInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMyMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passkeys: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: uuid */
                            id: string;
                            lastUsedAt: string | null;
                            name: string;
                        }[];
                        recoveryCodesLeft: number;
                        totp: {
                            enabled: boolean;
                            since: string | null;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addMyPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    response: {
                        id: string;
                        rawId: string;
                        response: {
                            attestationObject: string;
                            clientDataJSON: string;
                            transports?: string[];
                        };
                        /** @enum {string} */
                        type: "public-key";
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passkey: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: uuid */
                            id: string;
                            lastUsedAt: string | null;
                            name: string;
                        };
                        recoveryCodes?: string[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMyPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    offerPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description PublicKeyCredentialCreationOptionsJSON for navigator.credentials.create. */
                        options: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renewMyRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recoveryCodes: string[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginMyTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Base32, to type in. */
                        secret: string;
                        /** @description otpauth URI, to show as a QR code. */
                        uri: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    confirmMyTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recoveryCodes?: string[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMyTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeMyPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            address: string | null;
                            clients: string[];
                            device: string | null;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            /** Format: date-time */
                            signedInAt: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signMeOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            active: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            departmentId: string | null;
                            displayName: string;
                            managerId: string | null;
                            post: string | null;
                            revision: number;
                            roles: {
                                code: string;
                                /** Format: uuid */
                                id: string;
                                name: string;
                            }[];
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: uuid */
                            userId: string;
                            username: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        departmentId: string | null;
                        displayName: string;
                        managerId: string | null;
                        post: string | null;
                        revision: number;
                        roles: {
                            code: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: uuid */
                        userId: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    departmentId?: string | null;
                    managerId?: string | null;
                    post?: string | null;
                    revision?: number;
                    /** @description Ids or codes of roles. */
                    roles: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        departmentId: string | null;
                        displayName: string;
                        managerId: string | null;
                        post: string | null;
                        revision: number;
                        roles: {
                            code: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: uuid */
                        userId: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchPeople: {
        parameters: {
            query?: {
                /** @description Up to 200 ids or codes, comma-separated. */
                ids?: string;
                /** @description Some of `user,role,department`; all without it. */
                kinds?: string;
                /** @description Part of a name, a user name or a code. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Principal"][];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRoles: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description Stable, unique in the tenant. */
                            code: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            permissions: string[];
                            /** @description Nobody it concerns signs in by one factor alone. */
                            requiresMfa: boolean;
                            revision: number;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Stable, unique in the tenant. */
                    code: string;
                    name: string;
                    permissions?: string[];
                    /** @description Nobody it concerns signs in by one factor alone. */
                    requiresMfa?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Stable, unique in the tenant. */
                        code: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: string[];
                        /** @description Nobody it concerns signs in by one factor alone. */
                        requiresMfa: boolean;
                        revision: number;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Stable, unique in the tenant. */
                        code: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: string[];
                        /** @description Nobody it concerns signs in by one factor alone. */
                        requiresMfa: boolean;
                        revision: number;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    permissions?: string[];
                    /** @description Nobody it concerns signs in by one factor alone. */
                    requiresMfa?: boolean;
                    revision?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Stable, unique in the tenant. */
                        code: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: string[];
                        /** @description Nobody it concerns signs in by one factor alone. */
                        requiresMfa: boolean;
                        revision: number;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTenants: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "active" | "suspended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description Nobody it concerns signs in by one factor alone. */
                            requiresMfa: boolean;
                            revision: number;
                            sessionIdleMinutes: number | null;
                            /** @enum {unknown} */
                            status: "active" | "suspended";
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description First administrator; the caller when left out.
                     */
                    administratorId?: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @description Nobody it concerns signs in by one factor alone. */
                        requiresMfa: boolean;
                        revision: number;
                        sessionIdleMinutes: number | null;
                        /** @enum {unknown} */
                        status: "active" | "suspended";
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @description Nobody it concerns signs in by one factor alone. */
                        requiresMfa: boolean;
                        revision: number;
                        sessionIdleMinutes: number | null;
                        /** @enum {unknown} */
                        status: "active" | "suspended";
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteTenant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeTenant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Nobody it concerns signs in by one factor alone. */
                    requiresMfa?: boolean;
                    revision?: number;
                    sessionIdleMinutes?: number | null;
                    /** @enum {unknown} */
                    status?: "active" | "suspended";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @description Nobody it concerns signs in by one factor alone. */
                        requiresMfa: boolean;
                        revision: number;
                        sessionIdleMinutes: number | null;
                        /** @enum {unknown} */
                        status: "active" | "suspended";
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        colour: string | null;
                        logo: {
                            type: string;
                            /** @description Path, without a token. */
                            url: string;
                        } | null;
                        name: string | null;
                        /** @description 0 before the first change. */
                        revision: number;
                        updatedAt: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putBranding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    colour: string | null;
                    name: string | null;
                    revision?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        colour: string | null;
                        logo: {
                            type: string;
                            /** @description Path, without a token. */
                            url: string;
                        } | null;
                        name: string | null;
                        /** @description 0 before the first change. */
                        revision: number;
                        updatedAt: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putLogo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description The bytes of the image. */
        requestBody: {
            content: {
                "image/jpeg": unknown;
                "image/png": unknown;
                "image/webp": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        colour: string | null;
                        logo: {
                            type: string;
                            /** @description Path, without a token. */
                            url: string;
                        } | null;
                        name: string | null;
                        /** @description 0 before the first change. */
                        revision: number;
                        updatedAt: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteLogo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        colour: string | null;
                        logo: {
                            type: string;
                            /** @description Path, without a token. */
                            url: string;
                        } | null;
                        name: string | null;
                        /** @description 0 before the first change. */
                        revision: number;
                        updatedAt: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Part of the user name or the name. */
                q?: string;
                /** @description Column that the list is sorted by, `-` before it for the largest first; in the order in which they were made without it. */
                sort?: "displayName" | "username" | "status" | "createdAt" | "-displayName" | "-username" | "-status" | "-createdAt";
                status?: "active" | "disabled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            createdAt: string;
                            displayName: string;
                            email: string | null;
                            /** @description Its owner has read a mail to it. */
                            emailVerified: boolean;
                            hasPassword: boolean;
                            /** Format: uuid */
                            id: string;
                            mustChangePassword: boolean;
                            passwordExpiresAt: string | null;
                            revision: number;
                            /** @enum {unknown} */
                            status: "active" | "disabled";
                            /** Format: date-time */
                            updatedAt: string;
                            username: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    displayName: string;
                    /** Format: email */
                    email?: string;
                    /** @description Default true: the first sign-in asks for a new one. */
                    mustChangePassword?: boolean;
                    password?: string;
                    /** @description Unique on the platform; kept in lower case. */
                    username: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        displayName: string;
                        email: string | null;
                        /** @description Its owner has read a mail to it. */
                        emailVerified: boolean;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        mustChangePassword: boolean;
                        passwordExpiresAt: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        displayName: string;
                        email: string | null;
                        /** @description Its owner has read a mail to it. */
                        emailVerified: boolean;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        mustChangePassword: boolean;
                        passwordExpiresAt: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    displayName?: string;
                    email?: string | null;
                    revision?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        displayName: string;
                        email: string | null;
                        /** @description Its owner has read a mail to it. */
                        emailVerified: boolean;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        mustChangePassword: boolean;
                        passwordExpiresAt: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        askedAt: string;
                        /** @description The account that asked; `iam-cli` for an operator. */
                        askedBy: string;
                        begunAt: string | null;
                        /** @description Rows changed or deleted, by table. */
                        counts: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        dueAt: string;
                        endedAt: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description What the person is called from then on. */
                        pseudonym: string;
                        services: {
                            /** @description Rows changed or deleted, by table. */
                            counts: {
                                [key: string]: number;
                            };
                            held: {
                                /** @description Stable, such as open_tasks or evidence. */
                                code: string;
                                count: number;
                                detail: string;
                                examples: string[];
                            }[];
                            kept: {
                                /** @description Stable, such as open_tasks or evidence. */
                                code: string;
                                count: number;
                                detail: string;
                                examples: string[];
                            }[];
                            reportedAt: string | null;
                            service: string;
                            /** @enum {unknown} */
                            state: "UNHEARD" | "HELD" | "READY" | "DONE";
                        }[];
                        /** @enum {unknown} */
                        state: "WAITING" | "ERASING" | "DONE" | "CANCELLED";
                        /** Format: uuid */
                        userId: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        askedAt: string;
                        /** @description The account that asked; `iam-cli` for an operator. */
                        askedBy: string;
                        begunAt: string | null;
                        /** @description Rows changed or deleted, by table. */
                        counts: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        dueAt: string;
                        endedAt: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description What the person is called from then on. */
                        pseudonym: string;
                        services: {
                            /** @description Rows changed or deleted, by table. */
                            counts: {
                                [key: string]: number;
                            };
                            held: {
                                /** @description Stable, such as open_tasks or evidence. */
                                code: string;
                                count: number;
                                detail: string;
                                examples: string[];
                            }[];
                            kept: {
                                /** @description Stable, such as open_tasks or evidence. */
                                code: string;
                                count: number;
                                detail: string;
                                examples: string[];
                            }[];
                            reportedAt: string | null;
                            service: string;
                            /** @enum {unknown} */
                            state: "UNHEARD" | "HELD" | "READY" | "DONE";
                        }[];
                        /** @enum {unknown} */
                        state: "WAITING" | "ERASING" | "DONE" | "CANCELLED";
                        /** Format: uuid */
                        userId: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUserMfa: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passkeys: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: uuid */
                            id: string;
                            lastUsedAt: string | null;
                            name: string;
                        }[];
                        recoveryCodesLeft: number;
                        totp: {
                            enabled: boolean;
                            since: string | null;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetUserMfa: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    mustChangePassword?: boolean;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        displayName: string;
                        email: string | null;
                        /** @description Its owner has read a mail to it. */
                        emailVerified: boolean;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        mustChangePassword: boolean;
                        passwordExpiresAt: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    mustChangePassword?: boolean;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        displayName: string;
                        email: string | null;
                        /** @description Its owner has read a mail to it. */
                        emailVerified: boolean;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        mustChangePassword: boolean;
                        passwordExpiresAt: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makePasswordLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description By mail to the address of the account, or in the answer, once.
                     * @enum {unknown}
                     */
                    deliver: "mail" | "hand_over";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        delivered: "mail" | "hand_over";
                        /** Format: date-time */
                        expiresAt: string;
                        url?: string | null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            address: string | null;
                            clients: string[];
                            device: string | null;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            /** Format: date-time */
                            signedInAt: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOutUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeUserStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision?: number;
                    /** @enum {unknown} */
                    status: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        displayName: string;
                        email: string | null;
                        /** @description Its owner has read a mail to it. */
                        emailVerified: boolean;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        mustChangePassword: boolean;
                        passwordExpiresAt: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableOrEnableUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision?: number;
                    /** @enum {unknown} */
                    status: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        displayName: string;
                        email: string | null;
                        /** @description Its owner has read a mail to it. */
                        emailVerified: boolean;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        mustChangePassword: boolean;
                        passwordExpiresAt: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "active" | "disabled";
                        /** Format: date-time */
                        updatedAt: string;
                        username: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description CSV (RFC 4180) with a header line, as text/csv. */
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: number;
                        errors: {
                            code: string;
                            column: string | null;
                            detail: string;
                            /** @description Last line of the row, the header being the first. */
                            line: number;
                        }[];
                        refused: number;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resolveDirectory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    requests: {
                        /** @enum {unknown} */
                        direction?: "bottomUp" | "topDown";
                        from?: number;
                        key: string;
                        /** @enum {unknown} */
                        kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "permission";
                        level?: number;
                        ref?: string;
                        to?: number;
                        /** Format: uuid */
                        userId?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            key: string;
                            /** @enum {boolean} */
                            missing?: true;
                            userIds: string[];
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDirectoryUsers: {
        parameters: {
            query: {
                /** @description Up to 200 ids, comma-separated. */
                ids: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            active: boolean;
                            displayName: string;
                            email?: string;
                            /** Format: uuid */
                            id: string;
                            /** @description Language tag of RFC 5646. */
                            locale?: string;
                            username: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listErasureTurns: {
        parameters: {
            query: {
                service: "bpm" | "dms";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            phase: "prepare" | "erase";
                            pseudonym: string;
                            /** Format: uuid */
                            userId: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reportErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Rows changed or deleted, by table. */
                    counts: {
                        [key: string]: number;
                    };
                    held: {
                        /** @description Stable, such as open_tasks or evidence. */
                        code: string;
                        count: number;
                        detail: string;
                        examples: string[];
                    }[];
                    kept: {
                        /** @description Stable, such as open_tasks or evidence. */
                        code: string;
                        count: number;
                        detail: string;
                        examples: string[];
                    }[];
                    /** @enum {unknown} */
                    service: "bpm" | "dms";
                    /** @enum {unknown} */
                    state: "HELD" | "READY" | "DONE";
                };
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrigins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        origins: string[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pollSecurityEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Drawn by the receiver, one for each process that polls. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description SETs that were taken. */
                    ack?: string[];
                    /** @description No more SETs than this; 0 to acknowledge alone. */
                    maxEvents?: number;
                    /** @description Answer at once, also when there is nothing. Default false. */
                    returnImmediately?: boolean;
                    /** @description SETs that could not be taken: not sent again. */
                    setErrs?: {
                        [key: string]: {
                            description?: string;
                            err: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        moreAvailable?: boolean;
                        /** @description SETs (RFC 8417) by their jti, the oldest first. */
                        sets: {
                            [key: string]: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
