// Generated from the service's OpenAPI document: pnpm generate.
export const dmsOperations = {
  /** Give up a start whose result is not known, or an approval that decided nothing here. */
  abandonApproval: { method: 'POST', path: '/api/dms/documents/{documentId}/approval/abandon', key: 'header' },
  /** Give an upload up. */
  abortUpload: { method: 'DELETE', path: '/api/dms/uploads/{id}' },
  /** Note that an application relies on the document. */
  addReference: { method: 'POST', path: '/api/dms/documents/{documentId}/references', key: 'header' },
  /** Keep documents for some time, and purge the trash after some. */
  addRetentionPolicy: { method: 'POST', path: '/api/dms/retention-policies', key: 'header' },
  /** Add a storage source. */
  addStorageSource: { method: 'POST', path: '/api/dms/storage-sources', key: 'header' },
  /** Say what a version is about. */
  annotateVersion: { method: 'PATCH', path: '/api/dms/versions/{versionId}' },
  /** Send the next bytes by tus 1.0 or the IETF draft; the last ones make the version. */
  appendToUpload: { method: 'PATCH', path: '/api/dms/uploads/{id}', sends: 'any' },
  /** Archive a published one. */
  archiveVersion: { method: 'POST', path: '/api/dms/versions/{versionId}/archive', key: 'header' },
  /** Put a version under approval; it is locked from here on. */
  bindApproval: { method: 'POST', path: '/api/dms/documents/{documentId}/approval', key: 'body' },
  /** Say which records are filed with their versions when an approval ends. */
  changeRecordFilingPolicy: { method: 'PUT', path: '/api/dms/record-filing-policy' },
  /** Say what the tenant does with files that no scanner has found clean. */
  changeScanPolicy: { method: 'PUT', path: '/api/dms/scan-policy' },
  /** Change password, validity, limits or what is allowed. */
  changeShare: { method: 'PATCH', path: '/api/dms/documents/{documentId}/shares/{shareId}' },
  /** Rename a source, change its credentials or stop writing to it. */
  changeStorageSource: { method: 'PATCH', path: '/api/dms/storage-sources/{sourceId}' },
  /** Say how long people may read what they have decided about. */
  changeTaskReadingPolicy: { method: 'PUT', path: '/api/dms/task-reading-policy' },
  /** Write, read and remove a small object. */
  checkStorageSource: { method: 'POST', path: '/api/dms/storage-sources/{sourceId}/check', key: 'header' },
  /** What is different between two versions of a document. */
  compareVersions: { method: 'GET', path: '/api/dms/documents/{documentId}/compare' },
  /** Verify the bytes and register document and version; repeatable. */
  completeUpload: { method: 'POST', path: '/api/dms/uploads/{id}/complete', key: 'header' },
  /** Make a folder. */
  createFolder: { method: 'POST', path: '/api/dms/folders', key: 'header' },
  /** Share a document by an address of its own; the token is shown once. */
  createShare: { method: 'POST', path: '/api/dms/documents/{documentId}/shares', key: 'header' },
  /** Upload a file by this one request, or begin an upload by tus 1.0 or the IETF draft. */
  createUpload: { method: 'POST', path: '/api/dms/uploads', sends: 'any', key: 'header' },
  /** Put a document in the trash, or purge one that is there. */
  deleteDocument: { method: 'DELETE', path: '/api/dms/documents/{documentId}' },
  /** Delete an empty folder. */
  deleteFolder: { method: 'DELETE', path: '/api/dms/folders/{folderId}' },
  /** What of tus and of the IETF draft is offered. */
  describeUploads: { method: 'OPTIONS', path: '/api/dms/uploads' },
  /** Several versions as one zip, streamed. */
  downloadArchive: { method: 'POST', path: '/api/dms/documents/archive', gives: 'response' },
  /** A filed record: the print of it, or the signed document. */
  downloadFiledRecord: { method: 'GET', path: '/api/dms/versions/{versionId}/records/{recordId}/content', gives: 'response' },
  /** The bytes of a document that is open to the public. */
  downloadPublicDocument: { method: 'GET', path: '/api/dms/public/documents/{documentId}/content', gives: 'response' },
  /** The shared bytes; the rest of a counted download by a Range costs no other. */
  downloadShare: { method: 'GET', path: '/api/dms/shares/{token}/content', gives: 'response' },
  /** The bytes of a version, whole or a range of them. */
  downloadVersion: { method: 'GET', path: '/api/dms/versions/{versionId}/content', gives: 'response' },
  /** Change title, tags, properties or folder. */
  editDocument: { method: 'PATCH', path: '/api/dms/documents/{documentId}' },
  /** Rename or move a folder. */
  editFolder: { method: 'PATCH', path: '/api/dms/folders/{folderId}' },
  /** What a user may do with the document, and why. */
  explainAccess: { method: 'GET', path: '/api/dms/documents/{documentId}/access' },
  /** Have the record of the approval that ended last filed with its version. */
  fileRecord: { method: 'POST', path: '/api/dms/versions/{versionId}/records', key: 'header' },
  /** What of this a user may attach to an approval, with the digests. */
  findAttachableVersions: { method: 'POST', path: '/internal/v1/dms/attachments' },
  /** Where an upload stands, by tus 1.0 or the IETF draft. */
  findUploadOffset: { method: 'HEAD', path: '/api/dms/uploads/{id}', gives: 'response' },
  /** The latest approval of a document. */
  getApproval: { method: 'GET', path: '/api/dms/documents/{documentId}/approval' },
  /** A document, what the caller may do with it, and what locks it. */
  getDocument: { method: 'GET', path: '/api/dms/documents/{documentId}' },
  /** The access list of a document. */
  getDocumentAcl: { method: 'GET', path: '/api/dms/documents/{documentId}/acl' },
  /** A folder. */
  getFolder: { method: 'GET', path: '/api/dms/folders/{folderId}' },
  /** The access list of a folder. */
  getFolderAcl: { method: 'GET', path: '/api/dms/folders/{folderId}/acl' },
  /** A document that is open to the public. */
  getPublicDocument: { method: 'GET', path: '/api/dms/public/documents/{documentId}' },
  /** Which records are filed with their versions when an approval ends. */
  getRecordFilingPolicy: { method: 'GET', path: '/api/dms/record-filing-policy' },
  /** What the tenant does with files that no scanner has found clean. */
  getScanPolicy: { method: 'GET', path: '/api/dms/scan-policy' },
  /** Where a migration stands. */
  getStorageMigration: { method: 'GET', path: '/api/dms/storage-sources/{sourceId}/migrations/{migrationId}' },
  /** How long people may read what they have decided about. */
  getTaskReadingPolicy: { method: 'GET', path: '/api/dms/task-reading-policy' },
  /** Where an upload stands. */
  getUpload: { method: 'GET', path: '/api/dms/uploads/{id}' },
  /** A version, without its bytes. */
  getVersion: { method: 'GET', path: '/api/dms/versions/{versionId}' },
  /** What is attached to an approval, and who reads it by a task. */
  grantAttachedVersions: { method: 'PUT', path: '/internal/v1/dms/approvals/{instanceId}/attachments' },
  /** Begin an upload: a new document, or a new version of one. */
  initiateUpload: { method: 'POST', path: '/api/dms/uploads/initiate', key: 'header' },
  /** Every access and change in the tenant, newest first. */
  listAudit: { method: 'GET', path: '/api/dms/audit' },
  /** Every access to and change of a document, newest first. */
  listDocumentAudit: { method: 'GET', path: '/api/dms/documents/{documentId}/audit' },
  /** Documents the caller may see, newest first unless it is said otherwise. */
  listDocuments: { method: 'GET', path: '/api/dms/documents' },
  /** Records of approvals that are filed with a version, or are to be. */
  listFiledRecords: { method: 'GET', path: '/api/dms/versions/{versionId}/records' },
  /** Folders the caller may see, or those in one folder. */
  listFolders: { method: 'GET', path: '/api/dms/folders' },
  /** Legal holds of a document, released ones too. */
  listLegalHolds: { method: 'GET', path: '/api/dms/documents/{documentId}/holds' },
  /** Applications that rely on the document. */
  listReferences: { method: 'GET', path: '/api/dms/documents/{documentId}/references' },
  /** What has been made of a version: preview, thumbnail, text. */
  listRenditions: { method: 'GET', path: '/api/dms/versions/{versionId}/renditions' },
  /** How long documents are kept, newest rule first. */
  listRetentionPolicies: { method: 'GET', path: '/api/dms/retention-policies' },
  /** What visitors of a share did, newest first. */
  listShareVisits: { method: 'GET', path: '/api/dms/documents/{documentId}/shares/{shareId}/visits' },
  /** Shares of a document, newest first. */
  listShares: { method: 'GET', path: '/api/dms/documents/{documentId}/shares' },
  /** Migrations out of a source, newest first. */
  listStorageMigrations: { method: 'GET', path: '/api/dms/storage-sources/{sourceId}/migrations' },
  /** Storage sources of the tenant. */
  listStorageSources: { method: 'GET', path: '/api/dms/storage-sources' },
  /** Parts of an upload that are stored, by number. */
  listUploadParts: { method: 'GET', path: '/api/dms/uploads/{id}/parts' },
  /** Uploads of the caller, newest first. */
  listUploads: { method: 'GET', path: '/api/dms/uploads' },
  /** Versions of a document, newest first. */
  listVersions: { method: 'GET', path: '/api/dms/documents/{documentId}/versions' },
  /** Check a document out: nobody else may change it. */
  lockDocument: { method: 'POST', path: '/api/dms/documents/{documentId}/lock', key: 'header' },
  /** Send new uploads to this source. */
  makeDefaultStorageSource: { method: 'POST', path: '/api/dms/storage-sources/{sourceId}/default', key: 'header' },
  /** An address that works without a token for a few minutes. */
  makeTemporaryAddress: { method: 'POST', path: '/api/dms/versions/{versionId}/address', key: 'header' },
  /** What is shared, and whether a password is needed. */
  openShare: { method: 'GET', path: '/api/dms/shares/{token}' },
  /** What a temporary address stands for. */
  openTemporaryAddress: { method: 'GET', path: '/api/dms/temporary/{token}', gives: 'response' },
  /** Keep a document until the hold is released. */
  placeLegalHold: { method: 'POST', path: '/api/dms/documents/{documentId}/holds', key: 'header' },
  /** The shared file shown in place, or a page of it as a picture. */
  previewShare: { method: 'GET', path: '/api/dms/shares/{token}/preview', gives: 'response' },
  /** The file or what was made of it shown in place; a page of it as a picture. */
  previewVersion: { method: 'GET', path: '/api/dms/versions/{versionId}/preview', gives: 'response' },
  /** Publish an approved version. */
  publishVersion: { method: 'POST', path: '/api/dms/versions/{versionId}/publish', key: 'header' },
  /** Purge what the policies let go from the trash, and report what was kept and why. */
  purgeTrash: { method: 'POST', path: '/api/dms/documents/purge', key: 'header' },
  /** The text in a version. */
  readVersionText: { method: 'GET', path: '/api/dms/versions/{versionId}/text', gives: 'response' },
  /** An event of the workflow service. */
  receiveBpmEvent: { method: 'POST', path: '/internal/v1/dms/bpm-events' },
  /** Release a legal hold. */
  releaseLegalHold: { method: 'DELETE', path: '/api/dms/documents/{documentId}/holds/{holdId}' },
  /** Give up the old copies of a migration that has ended or was stopped. */
  releaseStorageMigration: { method: 'POST', path: '/api/dms/storage-sources/{sourceId}/migrations/{migrationId}/release', key: 'header' },
  /** The application no longer relies on the document. */
  removeReference: { method: 'DELETE', path: '/api/dms/documents/{documentId}/references/{referenceId}' },
  /** Take a rule away. */
  removeRetentionPolicy: { method: 'DELETE', path: '/api/dms/retention-policies/{policyId}' },
  /** Replace the access list of a document. */
  replaceDocumentAcl: { method: 'PUT', path: '/api/dms/documents/{documentId}/acl' },
  /** Replace the access list of a folder. */
  replaceFolderAcl: { method: 'PUT', path: '/api/dms/folders/{folderId}/acl' },
  /** Have the malware scanner look at a version again. */
  rescanVersion: { method: 'POST', path: '/api/dms/versions/{versionId}/scan', key: 'header' },
  /** Take a document out of the trash. */
  restoreDocument: { method: 'POST', path: '/api/dms/documents/{documentId}/restore', key: 'header' },
  /** Make an old version the newest again. */
  restoreVersion: { method: 'POST', path: '/api/dms/versions/{versionId}/restore', key: 'header' },
  /** Send a returned version, or a corrected one in its place, round again. */
  resubmitApproval: { method: 'POST', path: '/api/dms/documents/{documentId}/approval/resubmit', key: 'header' },
  /** Repeat a request whose result is not known, with its original key. */
  retryApproval: { method: 'POST', path: '/api/dms/documents/{documentId}/approval/retry', key: 'header' },
  /** Have preview, thumbnail and text of a version made again. */
  retryRenditions: { method: 'POST', path: '/api/dms/versions/{versionId}/renditions', key: 'header' },
  /** End a share for good. */
  revokeShare: { method: 'DELETE', path: '/api/dms/documents/{documentId}/shares/{shareId}' },
  /** Send the bytes of an upload, whole or from an offset on. */
  sendUploadContent: { method: 'POST', path: '/api/dms/uploads/{id}/content', sends: 'application/octet-stream' },
  /** Send one part of an upload; several at once, in any order. */
  sendUploadPart: { method: 'PUT', path: '/api/dms/uploads/{id}/parts/{number}', sends: 'application/octet-stream' },
  /** A small picture of a version. */
  showThumbnail: { method: 'GET', path: '/api/dms/versions/{versionId}/thumbnail', gives: 'response' },
  /** Move what is stored in a source to another, or go on with it. */
  startStorageMigration: { method: 'POST', path: '/api/dms/storage-sources/{sourceId}/migrations', key: 'header' },
  /** Stop a migration; starting it goes on with it. */
  stopStorageMigration: { method: 'POST', path: '/api/dms/storage-sources/{sourceId}/migrations/{migrationId}/stop', key: 'header' },
  /** Have a share serve by the right of the caller, not of who made it. */
  takeOverShare: { method: 'POST', path: '/api/dms/documents/{documentId}/shares/{shareId}/take-over', key: 'header' },
  /** Give a document to another owner. */
  transferDocument: { method: 'POST', path: '/api/dms/documents/{documentId}/transfer', key: 'header' },
  /** Give a checked-out document back, or end what somebody else has checked out of what one manages. */
  unlockDocument: { method: 'DELETE', path: '/api/dms/documents/{documentId}/lock' },
  /** Exchange the password for a ticket that lasts a few minutes. */
  unlockShare: { method: 'POST', path: '/api/dms/shares/{token}/unlock', key: 'header' },
  /** Check the hash chain of the tenant from its first event to its head. */
  verifyAudit: { method: 'GET', path: '/api/dms/audit/verify' },
} as const
