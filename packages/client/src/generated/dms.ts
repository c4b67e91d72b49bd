// Generated from the service's OpenAPI document: pnpm generate.
export interface paths {
    "/api/dms/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every access and change in the tenant, newest first
         * @description Needs the permission `dms:audit:read`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the hash chain of the tenant from its first event to its head
         * @description Needs the permission `dms:audit:read`.
         */
        get: operations["verifyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents the caller may see, newest first unless it is said otherwise
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["listDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A document, what the caller may do with it, and what locks it
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /**
         * Put a document in the trash, or purge one that is there
         * @description Needs the permission `dms:document:write`.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        /**
         * Change title, tags, properties or folder
         * @description Needs the permission `dms:document:write`.
         */
        patch: operations["editDocument"];
        trace?: never;
    };
    "/api/dms/documents/{documentId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a user may do with the document, and why
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["explainAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/acl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The access list of a document
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["getDocumentAcl"];
        /**
         * Replace the access list of a document
         * @description Needs the permission `dms:document:write`.
         */
        put: operations["replaceDocumentAcl"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The latest approval of a document
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["getApproval"];
        put?: never;
        /**
         * Put a version under approval; it is locked from here on
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["bindApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/approval/abandon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up a start whose result is not known, or an approval that decided nothing here
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["abandonApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/approval/resubmit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a returned version, or a corrected one in its place, round again
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["resubmitApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/approval/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeat a request whose result is not known, with its original key
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["retryApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every access to and change of a document, newest first
         * @description Needs the permission `dms:audit:read`.
         */
        get: operations["listDocumentAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is different between two versions of a document
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["compareVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Legal holds of a document, released ones too
         * @description Needs the permission `dms:document:admin`.
         */
        get: operations["listLegalHolds"];
        put?: never;
        /**
         * Keep a document until the hold is released
         * @description Needs the permission `dms:document:admin`.
         */
        post: operations["placeLegalHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/holds/{holdId}": {
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
         * Release a legal hold
         * @description Needs the permission `dms:document:admin`.
         */
        delete: operations["releaseLegalHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a document out: nobody else may change it
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["lockDocument"];
        /**
         * Give a checked-out document back, or end what somebody else has checked out of what one manages
         * @description Needs the permission `dms:document:write`.
         */
        delete: operations["unlockDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Applications that rely on the document
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["listReferences"];
        put?: never;
        /**
         * Note that an application relies on the document
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["addReference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/references/{referenceId}": {
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
         * The application no longer relies on the document
         * @description Needs the permission `dms:document:write`.
         */
        delete: operations["removeReference"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a document out of the trash
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["restoreDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shares of a document, newest first
         * @description Needs the permission `dms:document:share`.
         */
        get: operations["listShares"];
        put?: never;
        /**
         * Share a document by an address of its own; the token is shown once
         * @description Needs the permission `dms:document:share`.
         */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/shares/{shareId}": {
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
         * End a share for good
         * @description Needs the permission `dms:document:share`.
         */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        /**
         * Change password, validity, limits or what is allowed
         * @description Needs the permission `dms:document:share`.
         */
        patch: operations["changeShare"];
        trace?: never;
    };
    "/api/dms/documents/{documentId}/shares/{shareId}/take-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a share serve by the right of the caller, not of who made it
         * @description Needs the permission `dms:document:share`.
         */
        post: operations["takeOverShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/shares/{shareId}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What visitors of a share did, newest first
         * @description Needs the permission `dms:document:share`.
         */
        get: operations["listShareVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a document to another owner
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["transferDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/{documentId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Versions of a document, newest first
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Several versions as one zip, streamed
         * @description Needs the permission `dms:document:read`.
         */
        post: operations["downloadArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/documents/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Purge what the policies let go from the trash, and report what was kept and why
         * @description Needs the permission `dms:document:admin`.
         */
        post: operations["purgeTrash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Folders the caller may see, or those in one folder
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["listFolders"];
        put?: never;
        /**
         * Make a folder
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["createFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/folders/{folderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A folder
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["getFolder"];
        put?: never;
        post?: never;
        /**
         * Delete an empty folder
         * @description Needs the permission `dms:document:write`.
         */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /**
         * Rename or move a folder
         * @description Needs the permission `dms:document:write`.
         */
        patch: operations["editFolder"];
        trace?: never;
    };
    "/api/dms/folders/{folderId}/acl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The access list of a folder
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["getFolderAcl"];
        /**
         * Replace the access list of a folder
         * @description Needs the permission `dms:document:write`.
         */
        put: operations["replaceFolderAcl"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/public/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A document that is open to the public
         * @description Needs no token.
         */
        get: operations["getPublicDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/public/documents/{documentId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes of a document that is open to the public
         * @description Needs no token.
         */
        get: operations["downloadPublicDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/record-filing-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which records are filed with their versions when an approval ends
         * @description Needs the permission `dms:document:admin`.
         */
        get: operations["getRecordFilingPolicy"];
        /**
         * Say which records are filed with their versions when an approval ends
         * @description Needs the permission `dms:document:admin`.
         */
        put: operations["changeRecordFilingPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/retention-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How long documents are kept, newest rule first
         * @description Needs the permission `dms:document:admin`.
         */
        get: operations["listRetentionPolicies"];
        put?: never;
        /**
         * Keep documents for some time, and purge the trash after some
         * @description Needs the permission `dms:document:admin`.
         */
        post: operations["addRetentionPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/retention-policies/{policyId}": {
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
         * Take a rule away
         * @description Needs the permission `dms:document:admin`.
         */
        delete: operations["removeRetentionPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/scan-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the tenant does with files that no scanner has found clean
         * @description Needs the permission `dms:document:admin`.
         */
        get: operations["getScanPolicy"];
        /**
         * Say what the tenant does with files that no scanner has found clean
         * @description Needs the permission `dms:document:admin`.
         */
        put: operations["changeScanPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/shares/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is shared, and whether a password is needed
         * @description Needs no token.
         */
        get: operations["openShare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/shares/{token}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shared bytes; the rest of a counted download by a Range costs no other
         * @description Needs no token.
         */
        get: operations["downloadShare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/shares/{token}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shared file shown in place, or a page of it as a picture
         * @description Needs no token.
         */
        get: operations["previewShare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/shares/{token}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the password for a ticket that lasts a few minutes
         * @description Needs no token.
         */
        post: operations["unlockShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/storage-sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Storage sources of the tenant
         * @description Needs the permission `dms:source:admin`.
         */
        get: operations["listStorageSources"];
        put?: never;
        /**
         * Add a storage source
         * @description Needs the permission `dms:source:admin`.
         */
        post: operations["addStorageSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/storage-sources/{sourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a source, change its credentials or stop writing to it
         * @description Needs the permission `dms:source:admin`.
         */
        patch: operations["changeStorageSource"];
        trace?: never;
    };
    "/api/dms/storage-sources/{sourceId}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write, read and remove a small object
         * @description Needs the permission `dms:source:admin`.
         */
        post: operations["checkStorageSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/storage-sources/{sourceId}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send new uploads to this source
         * @description Needs the permission `dms:source:admin`.
         */
        post: operations["makeDefaultStorageSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/storage-sources/{sourceId}/migrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Migrations out of a source, newest first
         * @description Needs the permission `dms:source:admin`.
         */
        get: operations["listStorageMigrations"];
        put?: never;
        /**
         * Move what is stored in a source to another, or go on with it
         * @description Needs the permission `dms:source:admin`.
         */
        post: operations["startStorageMigration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/storage-sources/{sourceId}/migrations/{migrationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a migration stands
         * @description Needs the permission `dms:source:admin`.
         */
        get: operations["getStorageMigration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/storage-sources/{sourceId}/migrations/{migrationId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up the old copies of a migration that has ended or was stopped
         * @description Needs the permission `dms:source:admin`.
         */
        post: operations["releaseStorageMigration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/storage-sources/{sourceId}/migrations/{migrationId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a migration; starting it goes on with it
         * @description Needs the permission `dms:source:admin`.
         */
        post: operations["stopStorageMigration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/task-reading-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How long people may read what they have decided about
         * @description Needs the permission `dms:document:admin`.
         */
        get: operations["getTaskReadingPolicy"];
        /**
         * Say how long people may read what they have decided about
         * @description Needs the permission `dms:document:admin`.
         */
        put: operations["changeTaskReadingPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/temporary/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a temporary address stands for
         * @description Needs no token.
         */
        get: operations["openTemporaryAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Uploads of the caller, newest first
         * @description Needs the permission `dms:document:write`.
         */
        get: operations["listUploads"];
        put?: never;
        /**
         * Upload a file by this one request, or begin an upload by tus 1.0 or the IETF draft
         * @description Without a header of either protocol the body is the file, and the answer its version. Sent again with the same `Idempotency-Key`, it gets that answer; what an earlier request has left unfinished is given up, and the file is taken anew.
         *
         *     By a protocol it begins an upload, with or without its first bytes. Sent again with the same `Idempotency-Key`, it finds the upload that it began and where that stands now, also one whose file is whole, until its `expiresAt`. The key is free for another upload from then on, and as soon as the upload is given up or has failed.
         *
         *     Needs the permission `dms:document:write`.
         */
        post: operations["createUpload"];
        delete?: never;
        /**
         * What of tus and of the IETF draft is offered
         * @description Needs no token.
         */
        options: operations["describeUploads"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where an upload stands
         * @description Needs the permission `dms:document:write`.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /**
         * Give an upload up
         * @description Needs the permission `dms:document:write`.
         */
        delete: operations["abortUpload"];
        options?: never;
        /**
         * Where an upload stands, by tus 1.0 or the IETF draft
         * @description Needs the permission `dms:document:write`.
         */
        head: operations["findUploadOffset"];
        /**
         * Send the next bytes by tus 1.0 or the IETF draft; the last ones make the version
         * @description Needs the permission `dms:document:write`.
         */
        patch: operations["appendToUpload"];
        trace?: never;
    };
    "/api/dms/uploads/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the bytes and register document and version; repeatable
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["completeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/uploads/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the bytes of an upload, whole or from an offset on
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["sendUploadContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/uploads/{id}/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Parts of an upload that are stored, by number
         * @description Needs the permission `dms:document:write`.
         */
        get: operations["listUploadParts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/uploads/{id}/parts/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send one part of an upload; several at once, in any order
         * @description Needs the permission `dms:document:write`.
         */
        put: operations["sendUploadPart"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/uploads/initiate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin an upload: a new document, or a new version of one
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["initiateUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A version, without its bytes
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Say what a version is about
         * @description Needs the permission `dms:document:write`.
         */
        patch: operations["annotateVersion"];
        trace?: never;
    };
    "/api/dms/versions/{versionId}/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An address that works without a token for a few minutes
         * @description Needs the permission `dms:document:read`.
         */
        post: operations["makeTemporaryAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a published one
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["archiveVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes of a version, whole or a range of them
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["downloadVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file or what was made of it shown in place; a page of it as a picture
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["previewVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish an approved version
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["publishVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Records of approvals that are filed with a version, or are to be
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["listFiledRecords"];
        put?: never;
        /**
         * Have the record of the approval that ended last filed with its version
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["fileRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/records/{recordId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A filed record: the print of it, or the signed document
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["downloadFiledRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/renditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What has been made of a version: preview, thumbnail, text
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["listRenditions"];
        put?: never;
        /**
         * Have preview, thumbnail and text of a version made again
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["retryRenditions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an old version the newest again
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["restoreVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the malware scanner look at a version again
         * @description Needs the permission `dms:document:write`.
         */
        post: operations["rescanVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The text in a version
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["readVersionText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dms/versions/{versionId}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A small picture of a version
         * @description Needs the permission `dms:document:read`.
         */
        get: operations["showThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/dms/approvals/{instanceId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * What is attached to an approval, and who reads it by a task
         * @description Needs a service's token with `dms.internal`.
         */
        put: operations["grantAttachedVersions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/dms/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What of this a user may attach to an approval, with the digests
         * @description Needs a service's token with `dms.internal`.
         */
        post: operations["findAttachableVersions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/dms/bpm-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the workflow service
         * @description Needs a service's token with `bpm.events`.
         */
        post: operations["receiveBpmEvent"];
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
         * @description The SHA-256 of the body (RFC 9530 section 2).
         * @example sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:
         */
        "Content-Digest": string;
        /**
         * @description The name of the file, as `filename` (RFC 6266).
         * @example attachment; filename="contract.pdf"
         */
        "Content-Disposition": string;
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
        /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
        "If-None-Match": string;
        /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
        "If-Range": string;
        /**
         * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
         * @example bytes=0-1023
         */
        Range: string;
        /**
         * @description The SHA-256 of the whole file (RFC 9530 section 3).
         * @example sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:
         */
        "Repr-Digest": string;
        /** @description The ticket that the password of the share was exchanged for. */
        "Share-Ticket": string;
        /**
         * @description The version of tus that the client speaks; one that sends it is answered by tus.
         * @example 1.0.0
         */
        "Tus-Resumable": string;
        /**
         * @description Of tus: the algorithm and the checksum of the body in base64.
         * @example sha256 d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=
         */
        "Upload-Checksum": string;
        /** @description Of the IETF draft: `?1` where the body is all of the file, or its rest; `?0` where more will follow. */
        "Upload-Complete": "?0" | "?1";
        /** @description Of the IETF draft: `8` asks for answers `104` ahead of the last one. */
        "Upload-Draft-Interop-Version": string;
        /**
         * @description The size of the whole file.
         * @example 52428800
         */
        "Upload-Length": number;
        /**
         * @description Of tus: names and values in base64, of which `filename`, `filetype`, `title`, `folderId`, `documentId`, `note` and `sha256` are looked at.
         * @example filename Y29udHJhY3QucGRm,filetype YXBwbGljYXRpb24vcGRm
         */
        "Upload-Metadata": string;
        /**
         * @description The byte of the file at which the body begins; 0 when left out.
         * @example 8388608
         */
        "Upload-Offset": number;
        /** @description The `eventId`. */
        "Webhook-Id": string;
        /** @description `v1a,` and the signature over `<webhook-id>.<webhook-timestamp>.<body>`. */
        "Webhook-Signature": string;
        /** @description When this attempt was signed, in seconds since the epoch. */
        "Webhook-Timestamp": string;
    };
    requestBodies: never;
    headers: {
        /** @description Media types of the bytes that are appended (RFC 5789 section 3.1). */
        "Accept-Patch": string;
        /** @description Parts can be asked for by `Range`. */
        "Accept-Ranges": "bytes";
        /** @description Whether the answer may be kept, and by whom. */
        "Cache-Control": string;
        /** @description Whether to show or to keep it, and under which name (RFC 6266). */
        "Content-Disposition": string;
        /** @description Which bytes these are and how many there are, or only that. */
        "Content-Range": string;
        /** @description Files are shown without scripts, without requests, without this origin. */
        "Content-Security-Policy": string;
        /** @description Which sites may show it. */
        "Cross-Origin-Resource-Policy": string;
        /** @description The document that the upload became a version of. */
        "Document-Id": string;
        /** @description Names this state of the resource, for `If-Match` and `If-None-Match`. */
        ETag: string;
        /** @description `true` on the answer to a repeat: nothing was done again. */
        "Idempotency-Replayed": "true";
        /** @description The address of what was made, also where the rest of the request was refused, or where it is found. */
        Location: string;
        /** @description What other sites learn of the address. */
        "Referrer-Policy": string;
        /** @description Seconds after which a repeat has a chance. */
        "Retry-After": number;
        /** @description Of `Upload-Checksum`, in the order of preference. */
        "Tus-Checksum-Algorithm": string;
        /** @description The extensions of tus that are offered. */
        "Tus-Extension": string;
        /** @description The largest upload. */
        "Tus-Max-Size": number;
        /** @description The version of tus that is spoken, to a client that speaks it. */
        "Tus-Resumable": "1.0.0";
        /** @description The versions of tus that are spoken. */
        "Tus-Version": string;
        /** @description Of the IETF draft: whether the upload has ended. On a refusal, `?1` says that sending again does not help. */
        "Upload-Complete": "?0" | "?1";
        /** @description Of tus: when an upload that is not complete is given up. */
        "Upload-Expires": string;
        /** @description The size of the whole file. */
        "Upload-Length": number;
        /** @description Of the IETF draft: what an upload may be, and how long it waits. */
        "Upload-Limit": string;
        /** @description Of tus: what the client sent under this name. */
        "Upload-Metadata": string;
        /** @description How many bytes have arrived for good. */
        "Upload-Offset": number;
        /** @description The version that the upload became. */
        "Version-Id": string;
        /** @description Which token would do (RFC 6750 section 3, RFC 9449 section 7.1). */
        "WWW-Authenticate": string;
        /** @description Content is of the declared type and of no other. */
        "X-Content-Type-Options": "nosniff";
        /** @description Identifies the request in logs; the one that was sent, or a new one. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAudit: {
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
                            actor: {
                                id: string | null;
                                kind: string;
                            };
                            /** @description Without what names the document, where the caller may not see it. */
                            detail: {
                                [key: string]: unknown;
                            };
                            documentId: string | null;
                            documentTitle: string | null;
                            hash: string;
                            /** Format: date-time */
                            occurredAt: string;
                            /** @enum {unknown} */
                            outcome: "success" | "failure";
                            sequence: number;
                            versionId: string | null;
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
    verifyAudit: {
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
                        /** @description Events that were looked at. */
                        checked: number;
                        /** @description The first hundred. */
                        faults: {
                            /** @enum {unknown} */
                            reason: "gap" | "changed" | "broken_link" | "head_missing" | "head_differs" | "beyond_head";
                            sequence: number;
                            /** @description The last of several. */
                            until?: number;
                        }[];
                        head: {
                            hash: string;
                            sequence: number;
                        } | null;
                        valid: boolean;
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
    listDocuments: {
        parameters: {
            query?: {
                cursor?: string;
                folderId?: string;
                limit?: number;
                /** @description `name:value`: documents whose property has this value. */
                property?: string;
                q?: string;
                /** @description `false`: of what `q` finds no text is quoted, nor is any in the audit as shown. Quoted when absent. */
                snippets?: boolean;
                /** @description Column that the list is sorted by, `-` before it for the largest first; newest first without it. */
                sort?: "title" | "updatedAt" | "createdAt" | "-title" | "-updatedAt" | "-createdAt";
                status?: "ACTIVE" | "TRASHED";
                tag?: string;
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
                            currentVersionId: string | null;
                            folderId: string | null;
                            hasApproval?: boolean;
                            /** Format: uuid */
                            id: string;
                            lock?: {
                                /** Format: uuid */
                                bindingId?: string;
                                /** Format: date-time */
                                expiresAt?: string;
                                holder: string;
                                reason: string;
                            };
                            ownerId: string;
                            properties: {
                                [key: string]: {
                                    /** @enum {string} */
                                    type: "text";
                                    value: string;
                                } | {
                                    /** @enum {string} */
                                    type: "number";
                                    value: number;
                                } | {
                                    /** @enum {string} */
                                    type: "boolean";
                                    value: boolean;
                                } | {
                                    /** @enum {string} */
                                    type: "date";
                                    /** @description YYYY-MM-DD */
                                    value: string;
                                };
                            };
                            revision: number;
                            rights?: ("read" | "download" | "write" | "manage")[];
                            snippet?: string;
                            /** @enum {unknown} */
                            status: "ACTIVE" | "TRASHED";
                            tags: string[];
                            title: string;
                            trashedAt: string | null;
                            /** Format: date-time */
                            updatedAt: string;
                            versionCount: number;
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
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
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
                        currentVersionId: string | null;
                        folderId: string | null;
                        hasApproval?: boolean;
                        /** Format: uuid */
                        id: string;
                        lock?: {
                            /** Format: uuid */
                            bindingId?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            holder: string;
                            reason: string;
                        };
                        ownerId: string;
                        properties: {
                            [key: string]: {
                                /** @enum {string} */
                                type: "text";
                                value: string;
                            } | {
                                /** @enum {string} */
                                type: "number";
                                value: number;
                            } | {
                                /** @enum {string} */
                                type: "boolean";
                                value: boolean;
                            } | {
                                /** @enum {string} */
                                type: "date";
                                /** @description YYYY-MM-DD */
                                value: string;
                            };
                        };
                        revision: number;
                        rights?: ("read" | "download" | "write" | "manage")[];
                        snippet?: string;
                        /** @enum {unknown} */
                        status: "ACTIVE" | "TRASHED";
                        tags: string[];
                        title: string;
                        trashedAt: string | null;
                        /** Format: date-time */
                        updatedAt: string;
                        versionCount: number;
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
    deleteDocument: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                documentId: string;
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
    editDocument: {
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
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    folderId?: string | null;
                    /** @description Merged by name; null takes one away. */
                    properties?: {
                        [key: string]: ({
                            /** @enum {string} */
                            type: "text";
                            value: string;
                        } | {
                            /** @enum {string} */
                            type: "number";
                            value: number;
                        } | {
                            /** @enum {string} */
                            type: "boolean";
                            value: boolean;
                        } | {
                            /** @enum {string} */
                            type: "date";
                            /** @description YYYY-MM-DD */
                            value: string;
                        }) | null;
                    };
                    revision?: number;
                    tags?: string[];
                    title?: string;
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
                        currentVersionId: string | null;
                        folderId: string | null;
                        hasApproval?: boolean;
                        /** Format: uuid */
                        id: string;
                        lock?: {
                            /** Format: uuid */
                            bindingId?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            holder: string;
                            reason: string;
                        };
                        ownerId: string;
                        properties: {
                            [key: string]: {
                                /** @enum {string} */
                                type: "text";
                                value: string;
                            } | {
                                /** @enum {string} */
                                type: "number";
                                value: number;
                            } | {
                                /** @enum {string} */
                                type: "boolean";
                                value: boolean;
                            } | {
                                /** @enum {string} */
                                type: "date";
                                /** @description YYYY-MM-DD */
                                value: string;
                            };
                        };
                        revision: number;
                        rights?: ("read" | "download" | "write" | "manage")[];
                        snippet?: string;
                        /** @enum {unknown} */
                        status: "ACTIVE" | "TRASHED";
                        tags: string[];
                        title: string;
                        trashedAt: string | null;
                        /** Format: date-time */
                        updatedAt: string;
                        versionCount: number;
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
    explainAccess: {
        parameters: {
            query?: {
                userId?: string;
            };
            header?: never;
            path: {
                documentId: string;
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
                        reasons: {
                            /** @enum {unknown} */
                            by: "owner" | "administrator" | "acl" | "task";
                            /** @enum {unknown} */
                            effect: "allow" | "deny";
                            principal?: string;
                            resource?: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {unknown} */
                                kind: "document" | "folder";
                            };
                            /** @enum {unknown} */
                            right: "read" | "download" | "write" | "manage";
                            /** @description One that waits for them, or did: it shows one version alone. */
                            task?: {
                                nodeName: string;
                                taskNo: string;
                                /** Format: date-time */
                                until?: string;
                                /** Format: uuid */
                                versionId: string;
                            };
                        }[];
                        rights: ("read" | "download" | "write" | "manage")[];
                        /** @description Whether reading is reading what is in it; administrators as such know of it alone. */
                        seesContent: boolean;
                        userId: string;
                        /** @description Whether marked previews are all that is seen of it. */
                        watermark: boolean;
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
    getDocumentAcl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
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
                        entries: {
                            allow?: ("read" | "download" | "write" | "manage")[];
                            deny?: ("read" | "download" | "write" | "manage")[];
                            principal: {
                                id?: string;
                                /** @enum {unknown} */
                                kind: "user" | "role" | "department" | "public";
                            };
                            /** @description On what is read; it goes with no other right. */
                            watermark?: boolean;
                        }[];
                        inherit: boolean;
                        revision: number;
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
    replaceDocumentAcl: {
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
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    entries: {
                        allow?: ("read" | "download" | "write" | "manage")[];
                        deny?: ("read" | "download" | "write" | "manage")[];
                        /** @description Everybody, or one that has an id. */
                        principal: {
                            id?: string;
                            /** @enum {unknown} */
                            kind: "user" | "role" | "department" | "public";
                        };
                        /** @description On what is read; it goes with no other right. */
                        watermark?: boolean;
                    }[];
                    inherit: boolean;
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
                        entries: {
                            allow?: ("read" | "download" | "write" | "manage")[];
                            deny?: ("read" | "download" | "write" | "manage")[];
                            principal: {
                                id?: string;
                                /** @enum {unknown} */
                                kind: "user" | "role" | "department" | "public";
                            };
                            /** @description On what is read; it goes with no other right. */
                            watermark?: boolean;
                        }[];
                        inherit: boolean;
                        revision: number;
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
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
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
                        /** Format: uuid */
                        bindingId: string;
                        cause?: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        closedAt?: string;
                        /** @description Of the reader: what they decided on before, else what went round before. */
                        comparedWith?: {
                            /** Format: uuid */
                            versionId: string;
                            versionNo: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        /** Format: uuid */
                        previousVersionId?: string;
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
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
    bindApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    definitionId?: string;
                    requestKey: string;
                    title: string;
                    variables?: {
                        [key: string]: unknown;
                    };
                    /** Format: uuid */
                    versionId: string;
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
                        /** Format: uuid */
                        bindingId: string;
                        cause?: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        closedAt?: string;
                        /** @description Of the reader: what they decided on before, else what went round before. */
                        comparedWith?: {
                            /** Format: uuid */
                            versionId: string;
                            versionNo: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        /** Format: uuid */
                        previousVersionId?: string;
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        bindingId: string;
                        cause?: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        closedAt?: string;
                        /** @description Of the reader: what they decided on before, else what went round before. */
                        comparedWith?: {
                            /** Format: uuid */
                            versionId: string;
                            versionNo: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        /** Format: uuid */
                        previousVersionId?: string;
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
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
    abandonApproval: {
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
                documentId: string;
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
                        /** Format: uuid */
                        bindingId: string;
                        cause?: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        closedAt?: string;
                        /** @description Of the reader: what they decided on before, else what went round before. */
                        comparedWith?: {
                            /** Format: uuid */
                            versionId: string;
                            versionNo: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        /** Format: uuid */
                        previousVersionId?: string;
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
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
    resubmitApproval: {
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
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    variables?: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: uuid
                     * @description The corrected version; the one that was sent before when it is left out.
                     */
                    versionId?: string;
                } | null;
            };
        };
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
                        /** Format: uuid */
                        bindingId: string;
                        cause?: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        closedAt?: string;
                        /** @description Of the reader: what they decided on before, else what went round before. */
                        comparedWith?: {
                            /** Format: uuid */
                            versionId: string;
                            versionNo: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        /** Format: uuid */
                        previousVersionId?: string;
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
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
    retryApproval: {
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
                documentId: string;
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
                        /** Format: uuid */
                        bindingId: string;
                        cause?: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        closedAt?: string;
                        /** @description Of the reader: what they decided on before, else what went round before. */
                        comparedWith?: {
                            /** Format: uuid */
                            versionId: string;
                            versionNo: number;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        /** Format: uuid */
                        previousVersionId?: string;
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
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
    listDocumentAudit: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                documentId: string;
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
                            action: string;
                            actor: {
                                id: string | null;
                                kind: string;
                            };
                            /** @description Without what names the document, where the caller may not see it. */
                            detail: {
                                [key: string]: unknown;
                            };
                            documentId: string | null;
                            documentTitle: string | null;
                            hash: string;
                            /** Format: date-time */
                            occurredAt: string;
                            /** @enum {unknown} */
                            outcome: "success" | "failure";
                            sequence: number;
                            versionId: string | null;
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
    compareVersions: {
        parameters: {
            query: {
                from: string;
                text?: boolean;
                to: string;
            };
            header?: never;
            path: {
                documentId: string;
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
                        changes: {
                            field: string;
                            from: (string | number) | null;
                            to: (string | number) | null;
                        }[];
                        from: {
                            contentType: string;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: uuid */
                            documentId: string;
                            fileName: string;
                            /** Format: uuid */
                            id: string;
                            note: string | null;
                            /** Format: uuid */
                            restoredFrom?: string;
                            revision: number;
                            scanResult?: string;
                            /** @enum {unknown} */
                            scanStatus: "PENDING" | "CLEAN" | "INFECTED" | "ERROR" | "NOT_SCANNED";
                            sha256: string;
                            sizeBytes: number;
                            /** @enum {unknown} */
                            status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "SUPERSEDED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                            /** Format: uuid */
                            storageSourceId?: string;
                            /** Format: date-time */
                            updatedAt: string;
                            versionNo: number;
                        };
                        sameContent: boolean;
                        text?: {
                            hunks: {
                                fromLine: number;
                                lines: {
                                    /** @enum {unknown} */
                                    change: "same" | "added" | "removed";
                                    text: string;
                                }[];
                                toLine: number;
                            }[];
                            /** @enum {unknown} */
                            status: "COMPARED" | "TRUNCATED" | "PENDING" | "UNAVAILABLE" | "TOO_LARGE";
                        };
                        to: {
                            contentType: string;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: uuid */
                            documentId: string;
                            fileName: string;
                            /** Format: uuid */
                            id: string;
                            note: string | null;
                            /** Format: uuid */
                            restoredFrom?: string;
                            revision: number;
                            scanResult?: string;
                            /** @enum {unknown} */
                            scanStatus: "PENDING" | "CLEAN" | "INFECTED" | "ERROR" | "NOT_SCANNED";
                            sha256: string;
                            sizeBytes: number;
                            /** @enum {unknown} */
                            status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "SUPERSEDED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                            /** Format: uuid */
                            storageSourceId?: string;
                            /** Format: date-time */
                            updatedAt: string;
                            versionNo: number;
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
    listLegalHolds: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                documentId: string;
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
                            createdBy: string;
                            /** Format: uuid */
                            documentId: string;
                            /** Format: uuid */
                            id: string;
                            reason: string;
                            releasedAt: string | null;
                            releasedBy: string | null;
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
    placeLegalHold: {
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
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
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
                        createdBy: string;
                        /** Format: uuid */
                        documentId: string;
                        /** Format: uuid */
                        id: string;
                        reason: string;
                        releasedAt: string | null;
                        releasedBy: string | null;
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
    releaseLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
                holdId: string;
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
    lockDocument: {
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
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    expiresAt?: string;
                    reason: string;
                };
            };
        };
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
                        /** Format: date-time */
                        expiresAt?: string;
                        holder: string;
                        reason: string;
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
    unlockDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
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
    listReferences: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                documentId: string;
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
                            application: string;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: uuid */
                            id: string;
                            refId: string;
                            type: string;
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
    addReference: {
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
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    application: string;
                    refId: string;
                    type: string;
                };
            };
        };
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
                        application: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        id: string;
                        refId: string;
                        type: string;
                    };
                };
            };
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
                        application: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        id: string;
                        refId: string;
                        type: string;
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
    removeReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
                referenceId: string;
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
    restoreDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                documentId: string;
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        currentVersionId: string | null;
                        folderId: string | null;
                        hasApproval?: boolean;
                        /** Format: uuid */
                        id: string;
                        lock?: {
                            /** Format: uuid */
                            bindingId?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            holder: string;
                            reason: string;
                        };
                        ownerId: string;
                        properties: {
                            [key: string]: {
                                /** @enum {string} */
                                type: "text";
                                value: string;
                            } | {
                                /** @enum {string} */
                                type: "number";
                                value: number;
                            } | {
                                /** @enum {string} */
                                type: "boolean";
                                value: boolean;
                            } | {
                                /** @enum {string} */
                                type: "date";
                                /** @description YYYY-MM-DD */
                                value: string;
                            };
                        };
                        revision: number;
                        rights?: ("read" | "download" | "write" | "manage")[];
                        snippet?: string;
                        /** @enum {unknown} */
                        status: "ACTIVE" | "TRASHED";
                        tags: string[];
                        title: string;
                        trashedAt: string | null;
                        /** Format: date-time */
                        updatedAt: string;
                        versionCount: number;
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
    listShares: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                documentId: string;
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
                            allowDownload: boolean;
                            allowPreview: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: uuid */
                            documentId: string;
                            downloadCount: number;
                            hasPassword: boolean;
                            /** Format: uuid */
                            id: string;
                            maker: {
                                id: string;
                                name: string | null;
                            };
                            maxDownloads: number | null;
                            name: string | null;
                            restsBecause: ("account_inactive" | "permission_missing" | "right_missing") | null;
                            revision: number;
                            revokedAt: string | null;
                            takenOverAt: string | null;
                            takenOverBy: {
                                id: string;
                                name: string | null;
                            } | null;
                            validFrom: string | null;
                            validUntil: string | null;
                            versionId: string | null;
                            /** @description A view is what a visitor is shown of a version within a day of its first page. */
                            viewCount: number;
                            watermark: boolean;
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
    createShare: {
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
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allowDownload: boolean;
                    allowPreview: boolean;
                    /** @description So many downloads; so many views where the share gives no download. */
                    maxDownloads?: number;
                    /** @description Whom it is for; a watermark bears it. */
                    name?: string;
                    password?: string;
                    /** Format: date-time */
                    validFrom?: string;
                    /** Format: date-time */
                    validUntil?: string;
                    /** Format: uuid */
                    versionId?: string;
                    /** @description What is shown bears name, address of the visitor and time; such a share gives no download. */
                    watermark?: boolean;
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
                        allowDownload: boolean;
                        allowPreview: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        documentId: string;
                        downloadCount: number;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        maker: {
                            id: string;
                            name: string | null;
                        };
                        maxDownloads: number | null;
                        name: string | null;
                        restsBecause: ("account_inactive" | "permission_missing" | "right_missing") | null;
                        revision: number;
                        revokedAt: string | null;
                        takenOverAt: string | null;
                        takenOverBy: {
                            id: string;
                            name: string | null;
                        } | null;
                        token?: string;
                        url?: string;
                        validFrom: string | null;
                        validUntil: string | null;
                        versionId: string | null;
                        /** @description A view is what a visitor is shown of a version within a day of its first page. */
                        viewCount: number;
                        watermark: boolean;
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
    revokeShare: {
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
                documentId: string;
                shareId: string;
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
    changeShare: {
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
                documentId: string;
                shareId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allowDownload?: boolean;
                    allowPreview?: boolean;
                    maxDownloads?: number | null;
                    name?: string | null;
                    password?: string | null;
                    revision?: number;
                    validFrom?: string | null;
                    validUntil?: string | null;
                    /** @description What is shown bears name, address of the visitor and time; such a share gives no download. */
                    watermark?: boolean;
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
                        allowDownload: boolean;
                        allowPreview: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        documentId: string;
                        downloadCount: number;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        maker: {
                            id: string;
                            name: string | null;
                        };
                        maxDownloads: number | null;
                        name: string | null;
                        restsBecause: ("account_inactive" | "permission_missing" | "right_missing") | null;
                        revision: number;
                        revokedAt: string | null;
                        takenOverAt: string | null;
                        takenOverBy: {
                            id: string;
                            name: string | null;
                        } | null;
                        validFrom: string | null;
                        validUntil: string | null;
                        versionId: string | null;
                        /** @description A view is what a visitor is shown of a version within a day of its first page. */
                        viewCount: number;
                        watermark: boolean;
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
    takeOverShare: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                documentId: string;
                shareId: string;
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowDownload: boolean;
                        allowPreview: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        documentId: string;
                        downloadCount: number;
                        hasPassword: boolean;
                        /** Format: uuid */
                        id: string;
                        maker: {
                            id: string;
                            name: string | null;
                        };
                        maxDownloads: number | null;
                        name: string | null;
                        restsBecause: ("account_inactive" | "permission_missing" | "right_missing") | null;
                        revision: number;
                        revokedAt: string | null;
                        takenOverAt: string | null;
                        takenOverBy: {
                            id: string;
                            name: string | null;
                        } | null;
                        validFrom: string | null;
                        validUntil: string | null;
                        versionId: string | null;
                        /** @description A view is what a visitor is shown of a version within a day of its first page. */
                        viewCount: number;
                        watermark: boolean;
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
    listShareVisits: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                documentId: string;
                shareId: string;
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
                            /** @enum {unknown} */
                            action: "version.downloaded" | "version.previewed" | "share.password_wrong";
                            address: string | null;
                            /** @description More of a download or view that was counted before. */
                            continues: boolean;
                            /** Format: date-time */
                            occurredAt: string;
                            page: number | null;
                            versionId: string | null;
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
    transferDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    ownerId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
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
                        currentVersionId: string | null;
                        folderId: string | null;
                        hasApproval?: boolean;
                        /** Format: uuid */
                        id: string;
                        lock?: {
                            /** Format: uuid */
                            bindingId?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            holder: string;
                            reason: string;
                        };
                        ownerId: string;
                        properties: {
                            [key: string]: {
                                /** @enum {string} */
                                type: "text";
                                value: string;
                            } | {
                                /** @enum {string} */
                                type: "number";
                                value: number;
                            } | {
                                /** @enum {string} */
                                type: "boolean";
                                value: boolean;
                            } | {
                                /** @enum {string} */
                                type: "date";
                                /** @description YYYY-MM-DD */
                                value: string;
                            };
                        };
                        revision: number;
                        rights?: ("read" | "download" | "write" | "manage")[];
                        snippet?: string;
                        /** @enum {unknown} */
                        status: "ACTIVE" | "TRASHED";
                        tags: string[];
                        title: string;
                        trashedAt: string | null;
                        /** Format: date-time */
                        updatedAt: string;
                        versionCount: number;
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
    listVersions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                documentId: string;
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
                            contentType: string;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: uuid */
                            documentId: string;
                            fileName: string;
                            /** Format: uuid */
                            id: string;
                            note: string | null;
                            /** Format: uuid */
                            restoredFrom?: string;
                            revision: number;
                            scanResult?: string;
                            /** @enum {unknown} */
                            scanStatus: "PENDING" | "CLEAN" | "INFECTED" | "ERROR" | "NOT_SCANNED";
                            sha256: string;
                            sizeBytes: number;
                            /** @enum {unknown} */
                            status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "SUPERSEDED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                            /** Format: uuid */
                            storageSourceId?: string;
                            /** Format: date-time */
                            updatedAt: string;
                            versionNo: number;
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
    downloadArchive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    versionIds: string[];
                };
            };
        };
        responses: {
            /** @description A zip. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
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
    purgeTrash: {
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
                    dryRun: boolean;
                };
            };
        };
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
                        dryRun: boolean;
                        /** @description With what keeps each; of those longest in the trash, a thousand at most. */
                        kept: {
                            code: string;
                            /** Format: uuid */
                            documentId: string;
                        }[];
                        /** @description Whether another call may purge more. */
                        more: boolean;
                        purged: string[];
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
    listFolders: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                parentId?: string;
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
                            ownerId: string;
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
    createFolder: {
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
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        ownerId: string;
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
    getFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                folderId: string;
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
                        ownerId: string;
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
    deleteFolder: {
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
                folderId: string;
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
    editFolder: {
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
                folderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        ownerId: string;
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
    getFolderAcl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                folderId: string;
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
                        entries: {
                            allow?: ("read" | "download" | "write" | "manage")[];
                            deny?: ("read" | "download" | "write" | "manage")[];
                            principal: {
                                id?: string;
                                /** @enum {unknown} */
                                kind: "user" | "role" | "department" | "public";
                            };
                            /** @description On what is read; it goes with no other right. */
                            watermark?: boolean;
                        }[];
                        inherit: boolean;
                        revision: number;
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
    replaceFolderAcl: {
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
                folderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    entries: {
                        allow?: ("read" | "download" | "write" | "manage")[];
                        deny?: ("read" | "download" | "write" | "manage")[];
                        /** @description Everybody, or one that has an id. */
                        principal: {
                            id?: string;
                            /** @enum {unknown} */
                            kind: "user" | "role" | "department" | "public";
                        };
                        /** @description On what is read; it goes with no other right. */
                        watermark?: boolean;
                    }[];
                    inherit: boolean;
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
                        entries: {
                            allow?: ("read" | "download" | "write" | "manage")[];
                            deny?: ("read" | "download" | "write" | "manage")[];
                            principal: {
                                id?: string;
                                /** @enum {unknown} */
                                kind: "user" | "role" | "department" | "public";
                            };
                            /** @description On what is read; it goes with no other right. */
                            watermark?: boolean;
                        }[];
                        inherit: boolean;
                        revision: number;
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
    getPublicDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contentType: string;
                        fileName: string;
                        /** Format: uuid */
                        id: string;
                        sha256: string;
                        sizeBytes: number;
                        title: string;
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: uuid */
                        versionId: string;
                        versionNo: number;
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
    downloadPublicDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
                "If-Range"?: components["parameters"]["If-Range"];
                /**
                 * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the document. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that `Range` asks for. */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
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
    getRecordFilingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
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
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description In which the record is printed and filed when an approval ends; none: on request. */
                        languages: ("en" | "zh-CN")[];
                        revision: number | 0;
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
    changeRecordFilingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In which the record is printed and filed when an approval ends; none: on request. */
                    languages: ("en" | "zh-CN")[];
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
                        /** @description In which the record is printed and filed when an approval ends; none: on request. */
                        languages: ("en" | "zh-CN")[];
                        revision: number | 0;
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
    listRetentionPolicies: {
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
                            createdBy: string;
                            /** Format: uuid */
                            id: string;
                            keepDays: number;
                            name: string;
                            purgeTrashAfterDays: number | null;
                            tag: string | null;
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
    addRetentionPolicy: {
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
                    keepDays: number;
                    name: string;
                    purgeTrashAfterDays?: number;
                    /** @description All documents when left out. */
                    tag?: string;
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
                        createdBy: string;
                        /** Format: uuid */
                        id: string;
                        keepDays: number;
                        name: string;
                        purgeTrashAfterDays: number | null;
                        tag: string | null;
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
    removeRetentionPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                policyId: string;
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
    getScanPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
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
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the deployment has a scanner at all. */
                        hasScanner: boolean;
                        /** @enum {unknown} */
                        policy: "REQUIRE_CLEAN" | "BLOCK_INFECTED" | "DEPLOYMENT";
                        revision: number | 0;
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
    changeScanPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    policy: "REQUIRE_CLEAN" | "BLOCK_INFECTED" | "DEPLOYMENT";
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
                        /** @description Whether the deployment has a scanner at all. */
                        hasScanner: boolean;
                        /** @enum {unknown} */
                        policy: "REQUIRE_CLEAN" | "BLOCK_INFECTED" | "DEPLOYMENT";
                        revision: number | 0;
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
    openShare: {
        parameters: {
            query?: {
                ticket?: string;
            };
            header?: {
                /** @description The ticket that the password of the share was exchanged for. */
                "Share-Ticket"?: components["parameters"]["Share-Ticket"];
            };
            path: {
                token: string;
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
                        allowDownload: boolean;
                        allowPreview: boolean;
                        contentType: string;
                        fileName: string;
                        passwordRequired: boolean;
                        preview: {
                            contentType?: string;
                            pageCount?: number;
                            /** @enum {unknown} */
                            status: "PENDING" | "READY" | "FAILED" | "UNSUPPORTED" | "TOOL_MISSING" | "ORIGINAL_ONLY";
                        } | null;
                        sha256: string | null;
                        sizeBytes: number;
                        title: string;
                        validUntil: string | null;
                        versionNo: number;
                        watermark: boolean;
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
    downloadShare: {
        parameters: {
            query?: {
                ticket?: string;
            };
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
                "If-Range"?: components["parameters"]["If-Range"];
                /**
                 * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /** @description The ticket that the password of the share was exchanged for. */
                "Share-Ticket"?: components["parameters"]["Share-Ticket"];
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is shared. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that `Range` asks for. */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
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
    previewShare: {
        parameters: {
            query?: {
                /** @description A page, as a picture. */
                page?: number;
                ticket?: string;
            };
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
                "If-Range"?: components["parameters"]["If-Range"];
                /**
                 * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /** @description The ticket that the password of the share was exchanged for. */
                "Share-Ticket"?: components["parameters"]["Share-Ticket"];
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is shared. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that `Range` asks for. */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
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
    unlockShare: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ticket that the password of the share was exchanged for. */
                "Share-Ticket"?: components["parameters"]["Share-Ticket"];
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        expiresAt: string;
                        ticket: string;
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
    listStorageSources: {
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
                            basePath: string | null;
                            bucket: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            credentialsRef: string | null;
                            endpoint: string | null;
                            /** Format: uuid */
                            id: string;
                            isDefault: boolean;
                            /** @enum {unknown} */
                            kind: "filesystem" | "s3";
                            name: string;
                            region: string | null;
                            revision: number;
                            /** @enum {unknown} */
                            status: "ACTIVE" | "READ_ONLY";
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
    addStorageSource: {
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
                    basePath?: string;
                    bucket?: string;
                    /** @description Prefix of environment variables of the server; never a secret. */
                    credentialsRef?: string;
                    endpoint?: string;
                    /** @enum {unknown} */
                    kind: "filesystem" | "s3";
                    name: string;
                    region?: string;
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
                        basePath: string | null;
                        bucket: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        credentialsRef: string | null;
                        endpoint: string | null;
                        /** Format: uuid */
                        id: string;
                        isDefault: boolean;
                        /** @enum {unknown} */
                        kind: "filesystem" | "s3";
                        name: string;
                        region: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "ACTIVE" | "READ_ONLY";
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
    changeStorageSource: {
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
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Prefix of environment variables of the server; never a secret. */
                    credentialsRef?: string;
                    name?: string;
                    revision?: number;
                    /** @enum {unknown} */
                    status?: "ACTIVE" | "READ_ONLY";
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
                        basePath: string | null;
                        bucket: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        credentialsRef: string | null;
                        endpoint: string | null;
                        /** Format: uuid */
                        id: string;
                        isDefault: boolean;
                        /** @enum {unknown} */
                        kind: "filesystem" | "s3";
                        name: string;
                        region: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "ACTIVE" | "READ_ONLY";
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
    checkStorageSource: {
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
                sourceId: string;
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
                        detail?: string;
                        ok: boolean;
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
    makeDefaultStorageSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                sourceId: string;
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        basePath: string | null;
                        bucket: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        credentialsRef: string | null;
                        endpoint: string | null;
                        /** Format: uuid */
                        id: string;
                        isDefault: boolean;
                        /** @enum {unknown} */
                        kind: "filesystem" | "s3";
                        name: string;
                        region: string | null;
                        revision: number;
                        /** @enum {unknown} */
                        status: "ACTIVE" | "READ_ONLY";
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
    listStorageMigrations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                sourceId: string;
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
                            copiedBytes: number;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string | null;
                            /** @description The first hundred. */
                            failures: {
                                /** Format: uuid */
                                objectId: string;
                                reason: string;
                            }[];
                            /** Format: uuid */
                            id: string;
                            objects: {
                                copying: number;
                                failed: number;
                                gone: number;
                                switched: number;
                                waiting: number;
                            };
                            obstacle: {
                                reason: string;
                                /** Format: date-time */
                                since: string;
                            } | null;
                            openUploads: number;
                            /** @description Of all that is or was at the source. An object is done when it has been verified and switched; bytes count from when they are at the target. */
                            progress: {
                                doneBytes: number;
                                doneObjects: number;
                                totalBytes: number;
                                totalObjects: number;
                            };
                            /** Format: uuid */
                            sourceId: string;
                            /**
                             * @description DONE: everything was copied, verified and switched; INCOMPLETE: all but what failed; STOPPED: goes on when it is started again; RELEASED: the old copies were given up.
                             * @enum {unknown}
                             */
                            status: "RUNNING" | "STOPPED" | "DONE" | "INCOMPLETE" | "RELEASED";
                            /** Format: uuid */
                            targetId: string;
                            /** Format: date-time */
                            updatedAt: string;
                            waitingBytes: number;
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
    startStorageMigration: {
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
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    targetId: string;
                };
            };
        };
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
                        copiedBytes: number;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string | null;
                        /** @description The first hundred. */
                        failures: {
                            /** Format: uuid */
                            objectId: string;
                            reason: string;
                        }[];
                        /** Format: uuid */
                        id: string;
                        objects: {
                            copying: number;
                            failed: number;
                            gone: number;
                            switched: number;
                            waiting: number;
                        };
                        obstacle: {
                            reason: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                        openUploads: number;
                        /** @description Of all that is or was at the source. An object is done when it has been verified and switched; bytes count from when they are at the target. */
                        progress: {
                            doneBytes: number;
                            doneObjects: number;
                            totalBytes: number;
                            totalObjects: number;
                        };
                        /** Format: uuid */
                        sourceId: string;
                        /**
                         * @description DONE: everything was copied, verified and switched; INCOMPLETE: all but what failed; STOPPED: goes on when it is started again; RELEASED: the old copies were given up.
                         * @enum {unknown}
                         */
                        status: "RUNNING" | "STOPPED" | "DONE" | "INCOMPLETE" | "RELEASED";
                        /** Format: uuid */
                        targetId: string;
                        /** Format: date-time */
                        updatedAt: string;
                        waitingBytes: number;
                    };
                };
            };
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
                        copiedBytes: number;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string | null;
                        /** @description The first hundred. */
                        failures: {
                            /** Format: uuid */
                            objectId: string;
                            reason: string;
                        }[];
                        /** Format: uuid */
                        id: string;
                        objects: {
                            copying: number;
                            failed: number;
                            gone: number;
                            switched: number;
                            waiting: number;
                        };
                        obstacle: {
                            reason: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                        openUploads: number;
                        /** @description Of all that is or was at the source. An object is done when it has been verified and switched; bytes count from when they are at the target. */
                        progress: {
                            doneBytes: number;
                            doneObjects: number;
                            totalBytes: number;
                            totalObjects: number;
                        };
                        /** Format: uuid */
                        sourceId: string;
                        /**
                         * @description DONE: everything was copied, verified and switched; INCOMPLETE: all but what failed; STOPPED: goes on when it is started again; RELEASED: the old copies were given up.
                         * @enum {unknown}
                         */
                        status: "RUNNING" | "STOPPED" | "DONE" | "INCOMPLETE" | "RELEASED";
                        /** Format: uuid */
                        targetId: string;
                        /** Format: date-time */
                        updatedAt: string;
                        waitingBytes: number;
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
    getStorageMigration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                migrationId: string;
                sourceId: string;
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
                        copiedBytes: number;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string | null;
                        /** @description The first hundred. */
                        failures: {
                            /** Format: uuid */
                            objectId: string;
                            reason: string;
                        }[];
                        /** Format: uuid */
                        id: string;
                        objects: {
                            copying: number;
                            failed: number;
                            gone: number;
                            switched: number;
                            waiting: number;
                        };
                        obstacle: {
                            reason: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                        openUploads: number;
                        /** @description Of all that is or was at the source. An object is done when it has been verified and switched; bytes count from when they are at the target. */
                        progress: {
                            doneBytes: number;
                            doneObjects: number;
                            totalBytes: number;
                            totalObjects: number;
                        };
                        /** Format: uuid */
                        sourceId: string;
                        /**
                         * @description DONE: everything was copied, verified and switched; INCOMPLETE: all but what failed; STOPPED: goes on when it is started again; RELEASED: the old copies were given up.
                         * @enum {unknown}
                         */
                        status: "RUNNING" | "STOPPED" | "DONE" | "INCOMPLETE" | "RELEASED";
                        /** Format: uuid */
                        targetId: string;
                        /** Format: date-time */
                        updatedAt: string;
                        waitingBytes: number;
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
    releaseStorageMigration: {
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
                migrationId: string;
                sourceId: string;
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
                        copiedBytes: number;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string | null;
                        /** @description The first hundred. */
                        failures: {
                            /** Format: uuid */
                            objectId: string;
                            reason: string;
                        }[];
                        /** Format: uuid */
                        id: string;
                        objects: {
                            copying: number;
                            failed: number;
                            gone: number;
                            switched: number;
                            waiting: number;
                        };
                        obstacle: {
                            reason: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                        openUploads: number;
                        /** @description Of all that is or was at the source. An object is done when it has been verified and switched; bytes count from when they are at the target. */
                        progress: {
                            doneBytes: number;
                            doneObjects: number;
                            totalBytes: number;
                            totalObjects: number;
                        };
                        /** Format: uuid */
                        sourceId: string;
                        /**
                         * @description DONE: everything was copied, verified and switched; INCOMPLETE: all but what failed; STOPPED: goes on when it is started again; RELEASED: the old copies were given up.
                         * @enum {unknown}
                         */
                        status: "RUNNING" | "STOPPED" | "DONE" | "INCOMPLETE" | "RELEASED";
                        /** Format: uuid */
                        targetId: string;
                        /** Format: date-time */
                        updatedAt: string;
                        waitingBytes: number;
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
    stopStorageMigration: {
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
                migrationId: string;
                sourceId: string;
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
                        copiedBytes: number;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string | null;
                        /** @description The first hundred. */
                        failures: {
                            /** Format: uuid */
                            objectId: string;
                            reason: string;
                        }[];
                        /** Format: uuid */
                        id: string;
                        objects: {
                            copying: number;
                            failed: number;
                            gone: number;
                            switched: number;
                            waiting: number;
                        };
                        obstacle: {
                            reason: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                        openUploads: number;
                        /** @description Of all that is or was at the source. An object is done when it has been verified and switched; bytes count from when they are at the target. */
                        progress: {
                            doneBytes: number;
                            doneObjects: number;
                            totalBytes: number;
                            totalObjects: number;
                        };
                        /** Format: uuid */
                        sourceId: string;
                        /**
                         * @description DONE: everything was copied, verified and switched; INCOMPLETE: all but what failed; STOPPED: goes on when it is started again; RELEASED: the old copies were given up.
                         * @enum {unknown}
                         */
                        status: "RUNNING" | "STOPPED" | "DONE" | "INCOMPLETE" | "RELEASED";
                        /** Format: uuid */
                        targetId: string;
                        /** Format: date-time */
                        updatedAt: string;
                        waitingBytes: number;
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
    getTaskReadingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
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
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How long those who have decided may read on, from the end of their task. 0: not. */
                        keepSeconds: number;
                        revision: number | 0;
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
    changeTaskReadingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How long those who have decided may read on, from the end of their task. 0: not. */
                    keepSeconds: number;
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
                        /** @description How long those who have decided may read on, from the end of their task. 0: not. */
                        keepSeconds: number;
                        revision: number | 0;
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
    openTemporaryAddress: {
        parameters: {
            query?: {
                page?: number;
            };
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
                "If-Range"?: components["parameters"]["If-Range"];
                /**
                 * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the version. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that `Range` asks for. */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
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
    listUploads: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "INITIATED" | "RECEIVING" | "RECEIVED" | "COMPLETED" | "FAILED" | "ABORTED" | "EXPIRED";
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
                            documentId?: string;
                            /** Format: date-time */
                            expiresAt: string;
                            failureCode?: string;
                            fileName: string;
                            /** Format: uuid */
                            id: string;
                            partSizeBytes: number;
                            receivedBytes: number;
                            result?: {
                                /** Format: uuid */
                                documentId: string;
                                sha256: string;
                                sizeBytes: number;
                                /** Format: uuid */
                                versionId: string;
                                versionNo: number;
                            };
                            sha256?: string;
                            sizeBytes: number;
                            /** @enum {unknown} */
                            status: "INITIATED" | "RECEIVING" | "RECEIVED" | "COMPLETED" | "FAILED" | "ABORTED" | "EXPIRED";
                            /** Format: uuid */
                            storageSourceId: string;
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
    createUpload: {
        parameters: {
            query?: {
                documentId?: string;
                fileName?: string;
                folderId?: string;
                note?: string;
                title?: string;
            };
            header?: {
                /**
                 * @description The SHA-256 of the body (RFC 9530 section 2).
                 * @example sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:
                 */
                "Content-Digest"?: components["parameters"]["Content-Digest"];
                /**
                 * @description The name of the file, as `filename` (RFC 6266).
                 * @example attachment; filename="contract.pdf"
                 */
                "Content-Disposition"?: components["parameters"]["Content-Disposition"];
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The SHA-256 of the whole file (RFC 9530 section 3).
                 * @example sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:
                 */
                "Repr-Digest"?: components["parameters"]["Repr-Digest"];
                /**
                 * @description The version of tus that the client speaks; one that sends it is answered by tus.
                 * @example 1.0.0
                 */
                "Tus-Resumable"?: components["parameters"]["Tus-Resumable"];
                /**
                 * @description Of tus: the algorithm and the checksum of the body in base64.
                 * @example sha256 d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=
                 */
                "Upload-Checksum"?: components["parameters"]["Upload-Checksum"];
                /** @description Of the IETF draft: `?1` where the body is all of the file, or its rest; `?0` where more will follow. */
                "Upload-Complete"?: components["parameters"]["Upload-Complete"];
                /** @description Of the IETF draft: `8` asks for answers `104` ahead of the last one. */
                "Upload-Draft-Interop-Version"?: components["parameters"]["Upload-Draft-Interop-Version"];
                /**
                 * @description The size of the whole file.
                 * @example 52428800
                 */
                "Upload-Length"?: components["parameters"]["Upload-Length"];
                /**
                 * @description Of tus: names and values in base64, of which `filename`, `filetype`, `title`, `folderId`, `documentId`, `note` and `sha256` are looked at.
                 * @example filename Y29udHJhY3QucGRm,filetype YXBwbGljYXRpb24vcGRm
                 */
                "Upload-Metadata"?: components["parameters"]["Upload-Metadata"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
                "application/offset+octet-stream": unknown;
                "application/partial-upload": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Document-Id": components["headers"]["Document-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Upload-Complete": components["headers"]["Upload-Complete"];
                    "Upload-Expires": components["headers"]["Upload-Expires"];
                    "Upload-Limit": components["headers"]["Upload-Limit"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "Version-Id": components["headers"]["Version-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        documentId: string;
                        sha256: string;
                        sizeBytes: number;
                        /** Format: uuid */
                        versionId: string;
                        versionNo: number;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Document-Id": components["headers"]["Document-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Upload-Complete": components["headers"]["Upload-Complete"];
                    "Upload-Expires": components["headers"]["Upload-Expires"];
                    "Upload-Limit": components["headers"]["Upload-Limit"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "Version-Id": components["headers"]["Version-Id"];
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
    describeUploads: {
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
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Tus-Checksum-Algorithm": components["headers"]["Tus-Checksum-Algorithm"];
                    "Tus-Extension": components["headers"]["Tus-Extension"];
                    "Tus-Max-Size": components["headers"]["Tus-Max-Size"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Tus-Version": components["headers"]["Tus-Version"];
                    "Upload-Limit": components["headers"]["Upload-Limit"];
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
    getUpload: {
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
                        createdAt: string;
                        /** Format: uuid */
                        documentId?: string;
                        /** Format: date-time */
                        expiresAt: string;
                        failureCode?: string;
                        fileName: string;
                        /** Format: uuid */
                        id: string;
                        partSizeBytes: number;
                        receivedBytes: number;
                        result?: {
                            /** Format: uuid */
                            documentId: string;
                            sha256: string;
                            sizeBytes: number;
                            /** Format: uuid */
                            versionId: string;
                            versionNo: number;
                        };
                        sha256?: string;
                        sizeBytes: number;
                        /** @enum {unknown} */
                        status: "INITIATED" | "RECEIVING" | "RECEIVED" | "COMPLETED" | "FAILED" | "ABORTED" | "EXPIRED";
                        /** Format: uuid */
                        storageSourceId: string;
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
    abortUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of tus that the client speaks; one that sends it is answered by tus.
                 * @example 1.0.0
                 */
                "Tus-Resumable"?: components["parameters"]["Tus-Resumable"];
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
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Tus-Version": components["headers"]["Tus-Version"];
                    "Upload-Limit": components["headers"]["Upload-Limit"];
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
    findUploadOffset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of tus that the client speaks; one that sends it is answered by tus.
                 * @example 1.0.0
                 */
                "Tus-Resumable"?: components["parameters"]["Tus-Resumable"];
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
                    "Document-Id": components["headers"]["Document-Id"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Upload-Complete": components["headers"]["Upload-Complete"];
                    "Upload-Expires": components["headers"]["Upload-Expires"];
                    "Upload-Length": components["headers"]["Upload-Length"];
                    "Upload-Limit": components["headers"]["Upload-Limit"];
                    "Upload-Metadata": components["headers"]["Upload-Metadata"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "Version-Id": components["headers"]["Version-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Document-Id": components["headers"]["Document-Id"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Tus-Version": components["headers"]["Tus-Version"];
                    "Upload-Complete": components["headers"]["Upload-Complete"];
                    "Upload-Expires": components["headers"]["Upload-Expires"];
                    "Upload-Length": components["headers"]["Upload-Length"];
                    "Upload-Limit": components["headers"]["Upload-Limit"];
                    "Upload-Metadata": components["headers"]["Upload-Metadata"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "Version-Id": components["headers"]["Version-Id"];
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
    appendToUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The SHA-256 of the body (RFC 9530 section 2).
                 * @example sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:
                 */
                "Content-Digest"?: components["parameters"]["Content-Digest"];
                /**
                 * @description The version of tus that the client speaks; one that sends it is answered by tus.
                 * @example 1.0.0
                 */
                "Tus-Resumable"?: components["parameters"]["Tus-Resumable"];
                /**
                 * @description Of tus: the algorithm and the checksum of the body in base64.
                 * @example sha256 d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=
                 */
                "Upload-Checksum"?: components["parameters"]["Upload-Checksum"];
                /** @description Of the IETF draft: `?1` where the body is all of the file, or its rest; `?0` where more will follow. */
                "Upload-Complete"?: components["parameters"]["Upload-Complete"];
                /** @description Of the IETF draft: `8` asks for answers `104` ahead of the last one. */
                "Upload-Draft-Interop-Version"?: components["parameters"]["Upload-Draft-Interop-Version"];
                /**
                 * @description The size of the whole file.
                 * @example 52428800
                 */
                "Upload-Length"?: components["parameters"]["Upload-Length"];
                /**
                 * @description The byte of the file at which the body begins; 0 when left out.
                 * @example 8388608
                 */
                "Upload-Offset"?: components["parameters"]["Upload-Offset"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": unknown;
                "application/partial-upload": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Document-Id": components["headers"]["Document-Id"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Upload-Complete": components["headers"]["Upload-Complete"];
                    "Upload-Expires": components["headers"]["Upload-Expires"];
                    "Upload-Limit": components["headers"]["Upload-Limit"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "Version-Id": components["headers"]["Version-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        documentId: string;
                        sha256: string;
                        sizeBytes: number;
                        /** Format: uuid */
                        versionId: string;
                        versionNo: number;
                    };
                };
            };
            /** @description No Content */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Document-Id": components["headers"]["Document-Id"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Tus-Version": components["headers"]["Tus-Version"];
                    "Upload-Complete": components["headers"]["Upload-Complete"];
                    "Upload-Expires": components["headers"]["Upload-Expires"];
                    "Upload-Limit": components["headers"]["Upload-Limit"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "Version-Id": components["headers"]["Version-Id"];
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
    completeUpload: {
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
                    sha256?: string;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        documentId: string;
                        sha256: string;
                        sizeBytes: number;
                        /** Format: uuid */
                        versionId: string;
                        versionNo: number;
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
    sendUploadContent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The byte of the file at which the body begins; 0 when left out.
                 * @example 8388608
                 */
                "Upload-Offset"?: components["parameters"]["Upload-Offset"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
                "multipart/form-data": {
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receivedBytes: number;
                        sha256?: string;
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
    listUploadParts: {
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
                            number: number;
                            sha256: string;
                            sizeBytes: number;
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
    sendUploadPart: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The byte of the file at which the body begins; 0 when left out.
                 * @example 8388608
                 */
                "Upload-Offset"?: components["parameters"]["Upload-Offset"];
            };
            path: {
                id: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: number;
                        receivedBytes: number;
                        sha256: string;
                        sizeBytes: number;
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
    initiateUpload: {
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
                    contentType?: string;
                    /** Format: uuid */
                    documentId?: string;
                    fileName: string;
                    /** Format: uuid */
                    folderId?: string;
                    note?: string;
                    sha256?: string;
                    sizeBytes: number;
                    tags?: string[];
                    title?: string;
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
                        /** Format: uuid */
                        documentId?: string;
                        /** Format: date-time */
                        expiresAt: string;
                        failureCode?: string;
                        fileName: string;
                        /** Format: uuid */
                        id: string;
                        partSizeBytes: number;
                        receivedBytes: number;
                        result?: {
                            /** Format: uuid */
                            documentId: string;
                            sha256: string;
                            sizeBytes: number;
                            /** Format: uuid */
                            versionId: string;
                            versionNo: number;
                        };
                        sha256?: string;
                        sizeBytes: number;
                        /** @enum {unknown} */
                        status: "INITIATED" | "RECEIVING" | "RECEIVED" | "COMPLETED" | "FAILED" | "ABORTED" | "EXPIRED";
                        /** Format: uuid */
                        storageSourceId: string;
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
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                versionId: string;
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
                        contentType: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        documentId: string;
                        fileName: string;
                        /** Format: uuid */
                        id: string;
                        note: string | null;
                        /** Format: uuid */
                        restoredFrom?: string;
                        revision: number;
                        scanResult?: string;
                        /** @enum {unknown} */
                        scanStatus: "PENDING" | "CLEAN" | "INFECTED" | "ERROR" | "NOT_SCANNED";
                        sha256: string;
                        sizeBytes: number;
                        /** @enum {unknown} */
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "SUPERSEDED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
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
    annotateVersion: {
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
                versionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note: string | null;
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
                        contentType: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        documentId: string;
                        fileName: string;
                        /** Format: uuid */
                        id: string;
                        note: string | null;
                        /** Format: uuid */
                        restoredFrom?: string;
                        revision: number;
                        scanResult?: string;
                        /** @enum {unknown} */
                        scanStatus: "PENDING" | "CLEAN" | "INFECTED" | "ERROR" | "NOT_SCANNED";
                        sha256: string;
                        sizeBytes: number;
                        /** @enum {unknown} */
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "SUPERSEDED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
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
    makeTemporaryAddress: {
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
                versionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    purpose: "download" | "preview";
                };
            };
        };
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
                        /** Format: date-time */
                        expiresAt: string;
                        url: string;
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
    archiveVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                versionId: string;
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contentType: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        documentId: string;
                        fileName: string;
                        /** Format: uuid */
                        id: string;
                        note: string | null;
                        /** Format: uuid */
                        restoredFrom?: string;
                        revision: number;
                        scanResult?: string;
                        /** @enum {unknown} */
                        scanStatus: "PENDING" | "CLEAN" | "INFECTED" | "ERROR" | "NOT_SCANNED";
                        sha256: string;
                        sizeBytes: number;
                        /** @enum {unknown} */
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "SUPERSEDED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
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
    downloadVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
                "If-Range"?: components["parameters"]["If-Range"];
                /**
                 * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the version. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that `Range` asks for. */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
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
    previewVersion: {
        parameters: {
            query?: {
                page?: number;
            };
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
                "If-Range"?: components["parameters"]["If-Range"];
                /**
                 * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the version. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that `Range` asks for. */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
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
    publishVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.
                 * @example 0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                versionId: string;
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contentType: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        documentId: string;
                        fileName: string;
                        /** Format: uuid */
                        id: string;
                        note: string | null;
                        /** Format: uuid */
                        restoredFrom?: string;
                        revision: number;
                        scanResult?: string;
                        /** @enum {unknown} */
                        scanStatus: "PENDING" | "CLEAN" | "INFECTED" | "ERROR" | "NOT_SCANNED";
                        sha256: string;
                        sizeBytes: number;
                        /** @enum {unknown} */
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "SUPERSEDED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
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
    listFiledRecords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                versionId: string;
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
                            filedAt?: string;
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            instanceId: string;
                            /**
                             * @description Of the print.
                             * @enum {unknown}
                             */
                            language: "en" | "zh-CN";
                            print?: {
                                /** @description In hexadecimal digits. */
                                sha256: string;
                                sizeBytes: number;
                            };
                            /** @description Why it is not filed, for those who may write. */
                            reason?: string;
                            record?: {
                                /** @description In hexadecimal digits. */
                                sha256: string;
                                sizeBytes: number;
                            };
                            /** Format: date-time */
                            requestedAt: string;
                            round: number;
                            /**
                             * @description UNKNOWN: the last attempt failed; it is made again by itself. REFUSED: it is not.
                             * @enum {unknown}
                             */
                            status: "REQUESTED" | "UNKNOWN" | "REFUSED" | "FILED";
                            /** Format: uuid */
                            versionId: string;
                        }[];
                        /** @description Whether the reader may have a record filed: who started the approval that ended last, or manages the document. */
                        mayRequest: boolean;
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
    fileRecord: {
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
                versionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the print.
                     * @enum {unknown}
                     */
                    language?: "en" | "zh-CN";
                } | null;
            };
        };
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
                            /** Format: date-time */
                            filedAt?: string;
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            instanceId: string;
                            /**
                             * @description Of the print.
                             * @enum {unknown}
                             */
                            language: "en" | "zh-CN";
                            print?: {
                                /** @description In hexadecimal digits. */
                                sha256: string;
                                sizeBytes: number;
                            };
                            /** @description Why it is not filed, for those who may write. */
                            reason?: string;
                            record?: {
                                /** @description In hexadecimal digits. */
                                sha256: string;
                                sizeBytes: number;
                            };
                            /** Format: date-time */
                            requestedAt: string;
                            round: number;
                            /**
                             * @description UNKNOWN: the last attempt failed; it is made again by itself. REFUSED: it is not.
                             * @enum {unknown}
                             */
                            status: "REQUESTED" | "UNKNOWN" | "REFUSED" | "FILED";
                            /** Format: uuid */
                            versionId: string;
                        }[];
                        /** @description Whether the reader may have a record filed: who started the approval that ended last, or manages the document. */
                        mayRequest: boolean;
                    };
                };
            };
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
                        items: {
                            /** Format: date-time */
                            filedAt?: string;
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            instanceId: string;
                            /**
                             * @description Of the print.
                             * @enum {unknown}
                             */
                            language: "en" | "zh-CN";
                            print?: {
                                /** @description In hexadecimal digits. */
                                sha256: string;
                                sizeBytes: number;
                            };
                            /** @description Why it is not filed, for those who may write. */
                            reason?: string;
                            record?: {
                                /** @description In hexadecimal digits. */
                                sha256: string;
                                sizeBytes: number;
                            };
                            /** Format: date-time */
                            requestedAt: string;
                            round: number;
                            /**
                             * @description UNKNOWN: the last attempt failed; it is made again by itself. REFUSED: it is not.
                             * @enum {unknown}
                             */
                            status: "REQUESTED" | "UNKNOWN" | "REFUSED" | "FILED";
                            /** Format: uuid */
                            versionId: string;
                        }[];
                        /** @description Whether the reader may have a record filed: who started the approval that ended last, or manages the document. */
                        mayRequest: boolean;
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
    downloadFiledRecord: {
        parameters: {
            query?: {
                /** @description The print, or the signed document. */
                form?: "pdf" | "jose";
            };
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
                "If-Range"?: components["parameters"]["If-Range"];
                /**
                 * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                recordId: string;
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the record. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that `Range` asks for. */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
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
    listRenditions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                versionId: string;
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
                            contentType?: string;
                            /** @enum {unknown} */
                            kind: "preview" | "thumbnail" | "text";
                            pageCount?: number;
                            reason?: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "READY" | "FAILED" | "UNSUPPORTED" | "TOOL_MISSING";
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
    retryRenditions: {
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
                versionId: string;
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
                        items: {
                            contentType?: string;
                            /** @enum {unknown} */
                            kind: "preview" | "thumbnail" | "text";
                            pageCount?: number;
                            reason?: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "READY" | "FAILED" | "UNSUPPORTED" | "TOOL_MISSING";
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
    restoreVersion: {
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
                versionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note?: string;
                } | null;
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
                        contentType: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: uuid */
                        documentId: string;
                        fileName: string;
                        /** Format: uuid */
                        id: string;
                        note: string | null;
                        /** Format: uuid */
                        restoredFrom?: string;
                        revision: number;
                        scanResult?: string;
                        /** @enum {unknown} */
                        scanStatus: "PENDING" | "CLEAN" | "INFECTED" | "ERROR" | "NOT_SCANNED";
                        sha256: string;
                        sizeBytes: number;
                        /** @enum {unknown} */
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "SUPERSEDED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
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
    rescanVersion: {
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
                versionId: string;
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
                        /** @enum {string} */
                        scanStatus: "PENDING";
                        /** Format: uuid */
                        versionId: string;
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
    readVersionText: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
                "If-Range"?: components["parameters"]["If-Range"];
                /**
                 * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the version. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that `Range` asks for. */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
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
    showThumbnail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An `ETag` that one has; the answer is 304 where it is still the right one. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description The `ETag` of the bytes that one has a part of; others are sent whole. */
                "If-Range"?: components["parameters"]["If-Range"];
                /**
                 * @description The part of the bytes that is asked for (RFC 9110 section 14.2).
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the version. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that `Range` asks for. */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
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
    grantAttachedVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                instanceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    number: number;
                    /** @description What was attached and is not any more, and which user or client took it away. */
                    removed: {
                        removedBy: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    /** @description Tasks that wait for somebody, and for whom: all who may take it where nobody has. */
                    tasks: {
                        holders: string[];
                        nodeName: string;
                        taskNo: string;
                    }[];
                    /** @description What is attached, and by which user. */
                    versions: {
                        attachedBy: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
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
    findAttachableVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    userId: string;
                    versions: {
                        /** Format: uuid */
                        documentId: string;
                        /** Format: uuid */
                        versionId: string;
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
                        readable: {
                            sha256: string;
                            /** Format: uuid */
                            versionId: string;
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
    receiveBpmEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `eventId`. */
                "Webhook-Id"?: components["parameters"]["Webhook-Id"];
                /** @description `v1a,` and the signature over `<webhook-id>.<webhook-timestamp>.<body>`. */
                "Webhook-Signature"?: components["parameters"]["Webhook-Signature"];
                /** @description When this attempt was signed, in seconds since the epoch. */
                "Webhook-Timestamp"?: components["parameters"]["Webhook-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents-batch+json": {
                    data: {
                        actor?: {
                            id: string;
                            name: string;
                        };
                        bizId: string;
                        bizType: string;
                        bizTypeVersion: string;
                        comment?: string;
                        /**
                         * Format: uuid
                         * @description Stays the same in every redelivery.
                         */
                        eventId: string;
                        /** Format: uuid */
                        instanceId: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description In whose place the actor acts, where they stand in. */
                        onBehalfOf?: {
                            id: string;
                            name: string;
                        };
                        reason?: string;
                        /** @description Grows by one at each resubmission. */
                        round: number;
                        /** @description Counts from 1 per instance, without gaps in what is sent. */
                        sequence: number;
                        /** @description Of the instance, after the event. */
                        status: string;
                        task?: {
                            assignee?: {
                                id: string;
                                name: string;
                            };
                            candidates?: string[];
                            /** @description Base64url of SHA-256 over the RFC 8785 form of what it showed. */
                            contentHash?: string;
                            nodeId: string;
                            nodeName: string;
                            onBehalfOf?: {
                                id: string;
                                name: string;
                            };
                            /** @description Of the task, after the event. */
                            status: string;
                            taskNo: string;
                        };
                        /** Format: uuid */
                        tenantId: string;
                        /** @enum {unknown} */
                        type: "instance.started" | "instance.returned" | "instance.resubmitted" | "instance.approved" | "instance.rejected" | "instance.withdrawn" | "instance.terminated" | "instance.restored";
                        variables?: {
                            [key: string]: unknown;
                        };
                    } | {
                        actor?: {
                            id: string;
                            name: string;
                        };
                        bizId: string;
                        bizType: string;
                        bizTypeVersion: string;
                        comment?: string;
                        /**
                         * Format: uuid
                         * @description Stays the same in every redelivery.
                         */
                        eventId: string;
                        /** Format: uuid */
                        instanceId: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description In whose place the actor acts, where they stand in. */
                        onBehalfOf?: {
                            id: string;
                            name: string;
                        };
                        reason?: string;
                        /** @description Grows by one at each resubmission. */
                        round: number;
                        /** @description Counts from 1 per instance, without gaps in what is sent. */
                        sequence: number;
                        /** @description Of the instance, after the event. */
                        status: string;
                        task?: {
                            assignee?: {
                                id: string;
                                name: string;
                            };
                            candidates?: string[];
                            /** @description Base64url of SHA-256 over the RFC 8785 form of what it showed. */
                            contentHash?: string;
                            nodeId: string;
                            nodeName: string;
                            onBehalfOf?: {
                                id: string;
                                name: string;
                            };
                            /** @description Of the task, after the event. */
                            status: string;
                            taskNo: string;
                        };
                        /** Format: uuid */
                        tenantId: string;
                        /** @constant */
                        type: "variables.updated";
                        variables: {
                            [key: string]: unknown;
                        };
                    } | {
                        actor?: {
                            id: string;
                            name: string;
                        };
                        bizId: string;
                        bizType: string;
                        bizTypeVersion: string;
                        comment?: string;
                        /**
                         * Format: uuid
                         * @description Stays the same in every redelivery.
                         */
                        eventId: string;
                        /** Format: uuid */
                        instanceId: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description In whose place the actor acts, where they stand in. */
                        onBehalfOf?: {
                            id: string;
                            name: string;
                        };
                        reason?: string;
                        /** @description Grows by one at each resubmission. */
                        round: number;
                        /** @description Counts from 1 per instance, without gaps in what is sent. */
                        sequence: number;
                        /** @description Of the instance, after the event. */
                        status: string;
                        task: {
                            assignee?: {
                                id: string;
                                name: string;
                            };
                            candidates?: string[];
                            /** @description Base64url of SHA-256 over the RFC 8785 form of what it showed. */
                            contentHash?: string;
                            nodeId: string;
                            nodeName: string;
                            onBehalfOf?: {
                                id: string;
                                name: string;
                            };
                            /** @description Of the task, after the event. */
                            status: string;
                            taskNo: string;
                        };
                        /** Format: uuid */
                        tenantId: string;
                        /** @enum {unknown} */
                        type: "task.created" | "task.assigned" | "task.completed" | "task.cancelled";
                        variables?: {
                            [key: string]: unknown;
                        };
                    } | {
                        actor?: {
                            id: string;
                            name: string;
                        };
                        bizId: string;
                        bizType: string;
                        bizTypeVersion: string;
                        callback: {
                            /** @description What the definition calls it. */
                            name: string;
                            nodeId: string;
                            nodeName: string;
                        };
                        comment?: string;
                        /**
                         * Format: uuid
                         * @description Stays the same in every redelivery.
                         */
                        eventId: string;
                        /** Format: uuid */
                        instanceId: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description In whose place the actor acts, where they stand in. */
                        onBehalfOf?: {
                            id: string;
                            name: string;
                        };
                        reason?: string;
                        /** @description Grows by one at each resubmission. */
                        round: number;
                        /** @description Counts from 1 per instance, without gaps in what is sent. */
                        sequence: number;
                        /** @description Of the instance, after the event. */
                        status: string;
                        /** Format: uuid */
                        tenantId: string;
                        /** @constant */
                        type: "callback.requested";
                        variables: {
                            [key: string]: unknown;
                        };
                    } | {
                        actor?: {
                            id: string;
                            name: string;
                        };
                        bizId: string;
                        bizType: string;
                        bizTypeVersion: string;
                        comment?: string;
                        /**
                         * Format: uuid
                         * @description Stays the same in every redelivery.
                         */
                        eventId: string;
                        incident: {
                            /** @description Of the message about it. */
                            code: string;
                            /** Format: uuid */
                            id: string;
                            /** @description What is stuck. */
                            kind: string;
                            nodeId?: string;
                            nodeName?: string;
                        };
                        /** Format: uuid */
                        instanceId: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description In whose place the actor acts, where they stand in. */
                        onBehalfOf?: {
                            id: string;
                            name: string;
                        };
                        reason?: string;
                        /** @description Grows by one at each resubmission. */
                        round: number;
                        /** @description Counts from 1 per instance, without gaps in what is sent. */
                        sequence: number;
                        /** @description Of the instance, after the event. */
                        status: string;
                        /** Format: uuid */
                        tenantId: string;
                        /** @enum {unknown} */
                        type: "incident.raised" | "incident.resolved";
                    };
                    /** @constant */
                    specversion: "1.0";
                }[];
                "application/json": {
                    actor?: {
                        id: string;
                        name: string;
                    };
                    bizId: string;
                    bizType: string;
                    bizTypeVersion: string;
                    comment?: string;
                    /**
                     * Format: uuid
                     * @description Stays the same in every redelivery.
                     */
                    eventId: string;
                    /** Format: uuid */
                    instanceId: string;
                    /** Format: date-time */
                    occurredAt: string;
                    /** @description In whose place the actor acts, where they stand in. */
                    onBehalfOf?: {
                        id: string;
                        name: string;
                    };
                    reason?: string;
                    /** @description Grows by one at each resubmission. */
                    round: number;
                    /** @description Counts from 1 per instance, without gaps in what is sent. */
                    sequence: number;
                    /** @description Of the instance, after the event. */
                    status: string;
                    task?: {
                        assignee?: {
                            id: string;
                            name: string;
                        };
                        candidates?: string[];
                        /** @description Base64url of SHA-256 over the RFC 8785 form of what it showed. */
                        contentHash?: string;
                        nodeId: string;
                        nodeName: string;
                        onBehalfOf?: {
                            id: string;
                            name: string;
                        };
                        /** @description Of the task, after the event. */
                        status: string;
                        taskNo: string;
                    };
                    /** Format: uuid */
                    tenantId: string;
                    /** @enum {unknown} */
                    type: "instance.started" | "instance.returned" | "instance.resubmitted" | "instance.approved" | "instance.rejected" | "instance.withdrawn" | "instance.terminated" | "instance.restored";
                    variables?: {
                        [key: string]: unknown;
                    };
                } | {
                    actor?: {
                        id: string;
                        name: string;
                    };
                    bizId: string;
                    bizType: string;
                    bizTypeVersion: string;
                    comment?: string;
                    /**
                     * Format: uuid
                     * @description Stays the same in every redelivery.
                     */
                    eventId: string;
                    /** Format: uuid */
                    instanceId: string;
                    /** Format: date-time */
                    occurredAt: string;
                    /** @description In whose place the actor acts, where they stand in. */
                    onBehalfOf?: {
                        id: string;
                        name: string;
                    };
                    reason?: string;
                    /** @description Grows by one at each resubmission. */
                    round: number;
                    /** @description Counts from 1 per instance, without gaps in what is sent. */
                    sequence: number;
                    /** @description Of the instance, after the event. */
                    status: string;
                    task?: {
                        assignee?: {
                            id: string;
                            name: string;
                        };
                        candidates?: string[];
                        /** @description Base64url of SHA-256 over the RFC 8785 form of what it showed. */
                        contentHash?: string;
                        nodeId: string;
                        nodeName: string;
                        onBehalfOf?: {
                            id: string;
                            name: string;
                        };
                        /** @description Of the task, after the event. */
                        status: string;
                        taskNo: string;
                    };
                    /** Format: uuid */
                    tenantId: string;
                    /** @constant */
                    type: "variables.updated";
                    variables: {
                        [key: string]: unknown;
                    };
                } | {
                    actor?: {
                        id: string;
                        name: string;
                    };
                    bizId: string;
                    bizType: string;
                    bizTypeVersion: string;
                    comment?: string;
                    /**
                     * Format: uuid
                     * @description Stays the same in every redelivery.
                     */
                    eventId: string;
                    /** Format: uuid */
                    instanceId: string;
                    /** Format: date-time */
                    occurredAt: string;
                    /** @description In whose place the actor acts, where they stand in. */
                    onBehalfOf?: {
                        id: string;
                        name: string;
                    };
                    reason?: string;
                    /** @description Grows by one at each resubmission. */
                    round: number;
                    /** @description Counts from 1 per instance, without gaps in what is sent. */
                    sequence: number;
                    /** @description Of the instance, after the event. */
                    status: string;
                    task: {
                        assignee?: {
                            id: string;
                            name: string;
                        };
                        candidates?: string[];
                        /** @description Base64url of SHA-256 over the RFC 8785 form of what it showed. */
                        contentHash?: string;
                        nodeId: string;
                        nodeName: string;
                        onBehalfOf?: {
                            id: string;
                            name: string;
                        };
                        /** @description Of the task, after the event. */
                        status: string;
                        taskNo: string;
                    };
                    /** Format: uuid */
                    tenantId: string;
                    /** @enum {unknown} */
                    type: "task.created" | "task.assigned" | "task.completed" | "task.cancelled";
                    variables?: {
                        [key: string]: unknown;
                    };
                } | {
                    actor?: {
                        id: string;
                        name: string;
                    };
                    bizId: string;
                    bizType: string;
                    bizTypeVersion: string;
                    callback: {
                        /** @description What the definition calls it. */
                        name: string;
                        nodeId: string;
                        nodeName: string;
                    };
                    comment?: string;
                    /**
                     * Format: uuid
                     * @description Stays the same in every redelivery.
                     */
                    eventId: string;
                    /** Format: uuid */
                    instanceId: string;
                    /** Format: date-time */
                    occurredAt: string;
                    /** @description In whose place the actor acts, where they stand in. */
                    onBehalfOf?: {
                        id: string;
                        name: string;
                    };
                    reason?: string;
                    /** @description Grows by one at each resubmission. */
                    round: number;
                    /** @description Counts from 1 per instance, without gaps in what is sent. */
                    sequence: number;
                    /** @description Of the instance, after the event. */
                    status: string;
                    /** Format: uuid */
                    tenantId: string;
                    /** @constant */
                    type: "callback.requested";
                    variables: {
                        [key: string]: unknown;
                    };
                } | {
                    actor?: {
                        id: string;
                        name: string;
                    };
                    bizId: string;
                    bizType: string;
                    bizTypeVersion: string;
                    comment?: string;
                    /**
                     * Format: uuid
                     * @description Stays the same in every redelivery.
                     */
                    eventId: string;
                    incident: {
                        /** @description Of the message about it. */
                        code: string;
                        /** Format: uuid */
                        id: string;
                        /** @description What is stuck. */
                        kind: string;
                        nodeId?: string;
                        nodeName?: string;
                    };
                    /** Format: uuid */
                    instanceId: string;
                    /** Format: date-time */
                    occurredAt: string;
                    /** @description In whose place the actor acts, where they stand in. */
                    onBehalfOf?: {
                        id: string;
                        name: string;
                    };
                    reason?: string;
                    /** @description Grows by one at each resubmission. */
                    round: number;
                    /** @description Counts from 1 per instance, without gaps in what is sent. */
                    sequence: number;
                    /** @description Of the instance, after the event. */
                    status: string;
                    /** Format: uuid */
                    tenantId: string;
                    /** @enum {unknown} */
                    type: "incident.raised" | "incident.resolved";
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
                        result: "applied" | "duplicate";
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
