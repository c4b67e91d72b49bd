// Generated from the service's OpenAPI document: pnpm generate.
export interface paths {
    "/api/dms/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every access and change in the tenant, newest first */
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
        /** Check the hash chain of the tenant from its first event to its head */
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
        /** Documents the caller may see, newest first */
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
        /** A document, what the caller may do with it, and what locks it */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /** Put a document in the trash, or purge one that is there */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        /** Change title, tags, properties or folder */
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
        /** What a user may do with the document, and why */
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
        /** The access list of a document */
        get: operations["getDocumentAcl"];
        /** Replace the access list of a document */
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
        /** The latest approval of a document */
        get: operations["getApproval"];
        put?: never;
        /** Put a version under approval; it is locked from here on */
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
        /** Give up a start whose result is not known; its key is closed for good */
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
        /** Send a returned version round again */
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
        /** Repeat a request whose result is not known, with its original key */
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
        /** Every access to and change of a document, newest first */
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
        /** What is different between two versions of a document */
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
        /** Legal holds of a document, released ones too */
        get: operations["listLegalHolds"];
        put?: never;
        /** Keep a document until the hold is released */
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
        /** Release a legal hold */
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
        /** Check a document out: nobody else may change it */
        post: operations["lockDocument"];
        /** Give a checked-out document back */
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
        /** Applications that rely on the document */
        get: operations["listReferences"];
        put?: never;
        /** Note that an application relies on the document */
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
        /** The application no longer relies on the document */
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
        /** Take a document out of the trash */
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
        /** Shares of a document, newest first */
        get: operations["listShares"];
        put?: never;
        /** Share a document by an address of its own; the token is shown once */
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
        /** End a share for good */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        /** Change password, validity, limits or what is allowed */
        patch: operations["changeShare"];
        trace?: never;
    };
    "/api/dms/documents/{documentId}/shares/{shareId}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What visitors of a share did, newest first */
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
        /** Give a document to another owner */
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
        /** Versions of a document, newest first */
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
        /** Several versions as one zip, streamed */
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
        /** Purge what the policies let go from the trash, and report what was kept and why */
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
        /** Folders the caller may see, or those in one folder */
        get: operations["listFolders"];
        put?: never;
        /** Make a folder */
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
        /** A folder */
        get: operations["getFolder"];
        put?: never;
        post?: never;
        /** Delete an empty folder */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /** Rename or move a folder */
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
        /** The access list of a folder */
        get: operations["getFolderAcl"];
        /** Replace the access list of a folder */
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
        /** A document that is open to the public */
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
        /** The bytes of a document that is open to the public */
        get: operations["downloadPublicDocument"];
        put?: never;
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
        /** How long documents are kept, newest rule first */
        get: operations["listRetentionPolicies"];
        put?: never;
        /** Keep documents for some time, and purge the trash after some */
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
        /** Take a rule away */
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
        /** What the tenant does with files that no scanner has found clean */
        get: operations["getScanPolicy"];
        /** Say what the tenant does with files that no scanner has found clean */
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
        /** What is shared, and whether a password is needed */
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
        /** The shared bytes; the rest of a counted download by a Range costs no other */
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
        /** The shared file shown in place, or a page of it as a picture */
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
        /** Exchange the password for a ticket that lasts a few minutes */
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
        /** Storage sources of the tenant */
        get: operations["listStorageSources"];
        put?: never;
        /** Add a storage source */
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
        /** Rename a source, change its credentials or stop writing to it */
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
        /** Write, read and remove a small object */
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
        /** Send new uploads to this source */
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
        /** Migrations out of a source, newest first */
        get: operations["listStorageMigrations"];
        put?: never;
        /** Move what is stored in a source to another, or go on with it */
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
        /** Where a migration stands */
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
        /** Give up the old copies of a migration that has ended or was stopped */
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
        /** Stop a migration; starting it goes on with it */
        post: operations["stopStorageMigration"];
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
        /** What a temporary address stands for */
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
        /** Uploads of the caller, newest first */
        get: operations["listUploads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
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
        /** Where an upload stands */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /** Give an upload up */
        delete: operations["abortUpload"];
        options?: never;
        head?: never;
        patch?: never;
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
        /** Verify the bytes and register document and version; repeatable */
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
        /** Send the bytes of an upload, whole or from an offset on */
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
        /** Parts of an upload that are stored, by number */
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
        /** Send one part of an upload; several at once, in any order */
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
        /** Begin an upload: a new document, or a new version of one */
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
        /** A version, without its bytes */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Say what a version is about */
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
        /** An address that works without a token for a few minutes */
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
        /** Archive a published one */
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
        /** The bytes of a version, whole or a range of them */
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
        /** The file or what was made of it shown in place; a page of it as a picture */
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
        /** Publish an approved version */
        post: operations["publishVersion"];
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
        /** What has been made of a version: preview, thumbnail, text */
        get: operations["listRenditions"];
        put?: never;
        /** Have preview, thumbnail and text of a version made again */
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
        /** Make an old version the newest again */
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
        /** Have the malware scanner look at a version again */
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
        /** The text in a version */
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
        /** A small picture of a version */
        get: operations["showThumbnail"];
        put?: never;
        post?: never;
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
        /** An event of the workflow service */
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
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAudit: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            detail: {
                                [key: string]: unknown;
                            };
                            documentId: string | null;
                            hash: string;
                            /** Format: date-time */
                            occurredAt: string;
                            sequence: number;
                            versionId: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
                status?: "ACTIVE" | "TRASHED";
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            createdAt: string;
                            currentVersionId: string | null;
                            folderId: string | null;
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        currentVersionId: string | null;
                        folderId: string | null;
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    editDocument: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        currentVersionId: string | null;
                        folderId: string | null;
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reasons: {
                            /** @enum {unknown} */
                            by: "owner" | "administrator" | "acl";
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            watermark?: boolean;
                        }[];
                        inherit: boolean;
                        revision: number;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceDocumentAcl: {
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
                    entries: {
                        allow?: ("read" | "download" | "write" | "manage")[];
                        deny?: ("read" | "download" | "write" | "manage")[];
                        principal: {
                            id?: string;
                            /** @enum {unknown} */
                            kind: "user" | "role" | "department" | "public";
                        };
                        watermark?: boolean;
                    }[];
                    inherit: boolean;
                    revision?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            watermark?: boolean;
                        }[];
                        inherit: boolean;
                        revision: number;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
                    };
                };
            };
            /** @description Default Response */
            201: {
                headers: {
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
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    abandonApproval: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resubmitApproval: {
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
                    variables?: {
                        [key: string]: unknown;
                    };
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryApproval: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        documentId: string;
                        initiatorId: string;
                        /** Format: uuid */
                        instanceId?: string;
                        /** @enum {unknown} */
                        operation: "START" | "RESUBMIT";
                        requestKey: string;
                        round?: number;
                        /** @enum {unknown} */
                        status: "REQUESTED" | "BOUND" | "UNKNOWN" | "FAILED" | "CLOSED";
                        /** Format: uuid */
                        versionId: string;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            detail: {
                                [key: string]: unknown;
                            };
                            documentId: string | null;
                            hash: string;
                            /** Format: date-time */
                            occurredAt: string;
                            sequence: number;
                            versionId: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
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
                            status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                            /** Format: uuid */
                            storageSourceId?: string;
                            /** Format: date-time */
                            updatedAt: string;
                            versionNo: number;
                        };
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    placeLegalHold: {
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
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lockDocument: {
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
                    /** Format: date-time */
                    expiresAt?: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addReference: {
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
                    application: string;
                    refId: string;
                    type: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            201: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreDocument: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        currentVersionId: string | null;
                        folderId: string | null;
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            maxDownloads: number | null;
                            name: string | null;
                            revision: number;
                            revokedAt: string | null;
                            validFrom: string | null;
                            validUntil: string | null;
                            versionId: string | null;
                            watermark: boolean;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createShare: {
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
                    allowDownload: boolean;
                    allowPreview: boolean;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
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
                        maxDownloads: number | null;
                        name: string | null;
                        revision: number;
                        revokedAt: string | null;
                        token?: string;
                        url?: string;
                        validFrom: string | null;
                        validUntil: string | null;
                        versionId: string | null;
                        watermark: boolean;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeShare: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        maxDownloads: number | null;
                        name: string | null;
                        revision: number;
                        revokedAt: string | null;
                        validFrom: string | null;
                        validUntil: string | null;
                        versionId: string | null;
                        watermark: boolean;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @enum {unknown} */
                            action: "version.downloaded" | "version.previewed" | "share.password_wrong";
                            address: string | null;
                            /** @description More of a download that was counted before. */
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    transferDocument: {
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
                    /** Format: uuid */
                    ownerId: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        currentVersionId: string | null;
                        folderId: string | null;
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    purgeTrash: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dryRun: boolean;
                        kept: {
                            code: string;
                            /** Format: uuid */
                            documentId: string;
                        }[];
                        more: boolean;
                        purged: string[];
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createFolder: {
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
                    parentId?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteFolder: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    editFolder: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            watermark?: boolean;
                        }[];
                        inherit: boolean;
                        revision: number;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceFolderAcl: {
        parameters: {
            query?: never;
            header?: never;
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
                        principal: {
                            id?: string;
                            /** @enum {unknown} */
                            kind: "user" | "role" | "department" | "public";
                        };
                        watermark?: boolean;
                    }[];
                    inherit: boolean;
                    revision?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            watermark?: boolean;
                        }[];
                        inherit: boolean;
                        revision: number;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadPublicDocument: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addRetentionPolicy: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getScanPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasScanner: boolean;
                        /** @enum {unknown} */
                        policy: "REQUIRE_CLEAN" | "BLOCK_INFECTED" | "DEPLOYMENT";
                        revision: number | 0;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeScanPolicy: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasScanner: boolean;
                        /** @enum {unknown} */
                        policy: "REQUIRE_CLEAN" | "BLOCK_INFECTED" | "DEPLOYMENT";
                        revision: number | 0;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openShare: {
        parameters: {
            query?: {
                ticket?: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                            status: "PENDING" | "READY" | "FAILED" | "UNSUPPORTED" | "TOOL_MISSING";
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadShare: {
        parameters: {
            query?: {
                ticket?: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unlockShare: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addStorageSource: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeStorageSource: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkStorageSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail?: string;
                        ok: boolean;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makeDefaultStorageSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startStorageMigration: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            201: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    releaseStorageMigration: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopStorageMigration: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openTemporaryAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    abortUpload: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    completeUpload: {
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
                    sha256?: string;
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendUploadContent: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receivedBytes: number;
                        sha256?: string;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendUploadPart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    initiateUpload: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    annotateVersion: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makeTemporaryAddress: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    archiveVersion: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadVersion: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewVersion: {
        parameters: {
            query?: {
                page?: number;
            };
            header?: never;
            path: {
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishVersion: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryRenditions: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreVersion: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
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
                        status: "DRAFT" | "IN_APPROVAL" | "RETURNED" | "APPROVED" | "REJECTED" | "PUBLISHED" | "ARCHIVED";
                        /** Format: uuid */
                        storageSourceId?: string;
                        /** Format: date-time */
                        updatedAt: string;
                        versionNo: number;
                    };
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rescanVersion: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
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
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readVersionText: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showThumbnail: {
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
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiveBpmEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
