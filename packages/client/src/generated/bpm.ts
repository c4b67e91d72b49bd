// Generated from the service's OpenAPI document: pnpm generate.
export interface paths {
    "/api/bpm/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was done to the approvals of the tenant, newest first */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/biz-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The business types of the tenant, each in its current version */
        get: operations["listBizTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/biz-types/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A business type in its current version */
        get: operations["getBizType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When the tenant works */
        get: operations["getCalendar"];
        /**
         * Replace the calendar; times already worked out stay
         * @description Needs the permission `bpm:calendar:write`.
         */
        put: operations["replaceCalendar"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/callback-origins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The origins that may get events
         * @description Needs the permission `bpm:origin:read`.
         */
        get: operations["getCallbackOrigins"];
        /**
         * Replace the origins that the tenant allows
         * @description Needs the permission `bpm:origin:write`.
         */
        put: operations["replaceCallbackOrigins"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/data-exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exports of the data of a person or of the tenant by operators, newest first */
        get: operations["listDataExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Decision tables, newest first; with `key` the versions of one */
        get: operations["listDecisions"];
        put?: never;
        /**
         * Create a draft of a decision table, as the next version of its key
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["createDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/decisions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version of a decision table, with its examples */
        get: operations["getDecision"];
        /**
         * Replace name, table and examples of a draft
         * @description Needs the permission `bpm:definition:write`.
         */
        put: operations["updateDecision"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/decisions/{id}/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows as a spreadsheet, which can be read again */
        get: operations["getDecisionCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/decisions/{id}/dmn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The table as a DMN 1.3 document */
        get: operations["getDecisionDmn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/decisions/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let processes ask this version from now on
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["publishDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/decisions/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a table from DMN or a spreadsheet, without storing it
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["readDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/decisions/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a table gives for some values
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["tryDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/decisions/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Overlaps, gaps, rows that are never reached, and examples that get something else
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["validateDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Definitions, newest first; with `key` the versions of one */
        get: operations["listDefinitions"];
        put?: never;
        /**
         * Create a draft from BPMN or an approval tree, as the next version of its key
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["createDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version of a definition */
        get: operations["getDefinition"];
        /**
         * Replace name and content of a draft
         * @description Needs the permission `bpm:definition:write`.
         */
        put: operations["updateDefinition"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/{id}/migrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move all running approvals of a definition to another one, in the background
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["migrateDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let approvals start on a draft
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["publishDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/{id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let no more approvals start on it
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["retireDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/{id}/simulations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a definition on the approvals of its key that ended in a period
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["simulateDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/{id}/xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The BPMN document, as it was sent or compiled from the tree */
        get: operations["getDefinitionXml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The path and the people that a start on this content would give
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["dryRunDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file of another tool as a definition, and what became of all it says; nothing is stored
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["importDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/repair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * This document repaired, and what is left to do by hand; nothing is stored
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["repairDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/definitions/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What would keep this content from being published
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["validateDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events and what became of them, newest first
         * @description Needs the permission `bpm:delivery:read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/deliveries/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An event with the log of its attempts
         * @description Needs the permission `bpm:delivery:read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/deliveries/{eventId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event again, with the same id, and what follows it in its instance
         * @description Needs the permission `bpm:delivery:write`.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again: all of an instance, or what went to an origin since a time
         * @description Needs the permission `bpm:delivery:write`.
         */
        post: operations["redeliverMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/event-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys that sign event bodies, as a JWK Set (RFC 8037)
         * @description Needs no token.
         */
        get: operations["getEventKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/handovers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer what somebody holds to another one, with a result for each task
         * @description Who leaves may be no member any more. Up to 500 tasks; go on with the cursor of the answer until it is null.
         *
         *     Needs the permission `bpm:handover:write`.
         */
        post: operations["handOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/inbox/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of the caller’s inbox, and of one approval, as they happen, as server-sent events
         * @description Events `inbox` with `{ counts, changes: [{ taskNo, instanceId, box }], complete }`, the first at once; when `complete` is false more changed than `changes` names. With `instanceId` also events `instance` with `{ instanceId, sequence }`, the first at once and others whenever anything happens to that approval: `sequence` is the newest entry of its timeline. An event `end` with `{ reason }` comes before the stream closes, when the token ends or is revoked, or the approval may no longer be read: ask again with a new one, with `Last-Event-ID`. The token comes in the header as everywhere, so browsers read it by `fetch`, not by `EventSource`.
         */
        get: operations["streamInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is stuck, or was, newest first
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["listIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One incident
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/incidents/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that it is dealt with, and why; the log of the approval keeps it
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["resolveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/incidents/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try again: look for people or a way on, call, deliver or migrate again
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["retryIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/incidents/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many incidents are open
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["countIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/me/delegations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who stands in for the caller, and when */
        get: operations["getDelegations"];
        /** Replace who stands in for the caller, for tasks that come from now on */
        put: operations["replaceDelegations"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/me/inbox-filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the caller narrows their inbox to, under names of theirs */
        get: operations["getInboxFilters"];
        /** Replace the named filters of the caller’s inbox */
        put: operations["replaceInboxFilters"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/me/notification-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the caller wants to be told what concerns them */
        get: operations["getNotificationPreferences"];
        /** Replace how the caller wants to be told */
        put: operations["replaceNotificationPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/me/push-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The devices on which the caller is told, and the key that one more subscribes with */
        get: operations["listPushSubscriptions"];
        put?: never;
        /** Have a device told (Web Push), or find it by its endpoint */
        post: operations["createPushSubscription"];
        /** Tell none of the caller’s devices any more, in no tenant */
        delete: operations["deletePushSubscriptions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/me/push-subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Tell a device no more */
        delete: operations["deletePushSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/me/signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signature that the caller uses; without strokes when there is none */
        get: operations["getDrawnSignature"];
        /** Keep a drawn signature for prints of what the caller decides from now on */
        put: operations["replaceDrawnSignature"];
        post?: never;
        /** Use no drawn signature from now on; what was decided with it is printed with it */
        delete: operations["endDrawnSignature"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/migrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs over the approvals of a definition, newest first
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["listMigrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/migrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a run has come
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["getMigration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/migrations/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of each approval of a run: moved, or refused with node and reason
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["listMigrationResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Approvals that I started, take part in or was shown; newest first unless it is said otherwise */
        get: operations["searchProcessInstances"];
        put?: never;
        /** Start an approval, or find the one started with the same key */
        post: operations["startProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The list of approvals as CSV, newest first, up to 100,000 */
        get: operations["exportProcessInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An approval as the caller may see it */
        get: operations["getProcessInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/attachments/{versionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take away what you attached while it is undecided; administrators what anybody did */
        delete: operations["removeProcessInstanceAttachment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/called": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The approvals that call activities of this one have started, oldest first */
        get: operations["listCalledProcessInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a remark; it moves nothing */
        post: operations["commentOnProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/diagram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process as BPMN, and which nodes were reached */
        get: operations["getProcessInstanceDiagram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/expected-end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When it will probably be decided, by those of its process that were */
        get: operations["expectEndOfProcessInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where it goes from here, and to whom, if everybody approves */
        get: operations["forecastProcessInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/jump": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a running approval to nodes, or see what would come of it
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["jumpProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/last-look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is different since the caller decided, or last looked */
        get: operations["getLastLook"];
        /** Keep that the caller was shown the approval as it is now; nobody else is told */
        put: operations["recordLastLook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/migrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a running approval to another definition, or see what would become of it
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["migrateProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed record of an approval, or a print of it */
        get: operations["getProcessInstanceRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/remind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark what others still have to decide as urgent */
        post: operations["remindApprovers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/resubmit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a returned approval on its way again; the body is the variables object */
        post: operations["resubmitProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a suspended approval go on
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["resumeProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/rounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rounds so far, and what changed between them */
        get: operations["listProcessInstanceRounds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop all work on an approval until it is resumed
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["suspendProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/terminate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an approval, whatever its state
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["terminateProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened so far, oldest first */
        get: operations["getProcessInstanceTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an approval back before it has ended */
        post: operations["withdrawProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/process-instances/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The path and the people a start would give */
        post: operations["previewProcessInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/record-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys that sign records, as a JWK Set (RFC 8037); retired ones as well
         * @description Needs no token.
         */
        get: operations["getRecordKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/retention-removals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was removed because it was old enough, newest first */
        get: operations["listRetentionRemovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/signal-starts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Starts by signals that are still to be made, newest first
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["listSignalStarts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/signal-starts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One start by a signal
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["getSignalStart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/signal-starts/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start now what a signal could not start
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["retrySignalStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/signal-starts/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up what a signal could not start
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["skipSignalStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Throw a signal to every approval of the tenant that waits for it
         * @description Needs the permission `bpm:signal:write`.
         */
        post: operations["throwSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/signals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was thrown, and how many approvals have heard it
         * @description Needs the permission `bpm:signal:write`.
         */
        get: operations["getSignal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/simulations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Simulations, newest first; with `definitionId` those of one version
         * @description Needs the permission `bpm:definition:write`.
         */
        get: operations["listSimulations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/simulations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a simulation has come, and what it has found so far
         * @description Needs the permission `bpm:definition:write`.
         */
        get: operations["getSimulation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/simulations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a simulation that is under way; what it has found so far stays
         * @description Needs the permission `bpm:definition:write`.
         */
        post: operations["cancelSimulation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/simulations/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each approval came to, and would come to, step by step
         * @description Needs the permission `bpm:definition:write`.
         */
        get: operations["listSimulationResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/simulations/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Steps that would be left out or new, and who would be asked more or less often
         * @description Needs the permission `bpm:definition:write`.
         */
        get: operations["getSimulationSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/start-schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Starts by time: when the next one is due, and what could not be started
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["listStartSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/start-schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One start by time
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["getStartSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/start-schedules/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start now what is due and could not be started
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["retryStartSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/start-schedules/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pass over what is due and could not be started, named by when it is due
         * @description Needs the permission `bpm:instance:admin`.
         */
        post: operations["skipStartSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/start-skips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Starts that administrators have passed over, newest first
         * @description Needs the permission `bpm:instance:admin`.
         */
        get: operations["listStartSkips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cycle times by node and person, backlog, overdue, and how much is returned
         * @description Needs the permission `bpm:statistics:read`.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/statistics/forecasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many of what waits at each step will probably be decided by when
         * @description Needs the permission `bpm:statistics:read`.
         */
        get: operations["getForecasts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/statistics/nodes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cycle times, backlog, overdue and return rate of each node as CSV
         * @description Needs the permission `bpm:statistics:read`.
         */
        get: operations["exportNodeStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/statistics/people.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cycle times, backlog, overdue and return rate of each person as CSV
         * @description Needs the permission `bpm:workload:read`.
         */
        get: operations["exportPeopleStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/statistics/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was started, decided, returned, late and waiting in each week or day
         * @description Needs the permission `bpm:statistics:read`.
         */
        get: operations["getStatisticsSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/statistics/series.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The series of weeks or days as CSV
         * @description Needs the permission `bpm:statistics:read`.
         */
        get: operations["exportStatisticsSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/statistics/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same of the tasks at each step, week by week, with how long they took
         * @description Needs the permission `bpm:statistics:read`.
         */
        get: operations["getStepStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/statistics/steps.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The series of each step as CSV, a row for each step and week
         * @description Needs the permission `bpm:statistics:read`.
         */
        get: operations["exportStepStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A box of the caller, newest first, or what is to do by when it is due */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A box of the caller as CSV, newest first, up to 100,000 */
        get: operations["exportTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A task, with what the caller may see and do */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/add-sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask further people, before, after or beside oneself */
        post: operations["addSignTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve */
        post: operations["approveTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a task that several people could take */
        post: operations["claimTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/delegate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let somebody else look at it and give it back */
        post: operations["delegateTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark a copy as read */
        post: operations["readTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject */
        post: operations["rejectTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/remove-sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take back people whom one has added */
        post: operations["removeSignTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a delegated task back */
        post: operations["resolveTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send it back to the initiator or to nodes it came from */
        post: operations["returnTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/take-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take back a decision of one’s own, while nobody has acted on what followed */
        post: operations["takeBackTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hand the task over to somebody else for good */
        post: operations["transferTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/{taskNo}/unclaim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a claimed task back */
        post: operations["unclaimTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve or reject several tasks; each has a result of its own */
        post: operations["decideTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bpm/v1/tasks/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sizes of the boxes of the caller */
        get: operations["countTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/biz-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The business types of the calling client
         * @description Needs a service's token with `bpm.biztype.register`.
         */
        get: operations["listOwnBizTypes"];
        put?: never;
        /**
         * Declare a business type, or bring its declaration up to date
         * @description Needs a service's token with `bpm.biztype.register`.
         */
        post: operations["registerBizType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/biz-types/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The current version of a business type of the calling client
         * @description Needs a service's token with `bpm.biztype.register`.
         */
        get: operations["getOwnBizType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/biz-types/{code}/record-template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How records of an own business type are printed; empty without a template
         * @description Needs a service's token with `bpm.biztype.register`.
         */
        get: operations["getRecordTemplate"];
        /**
         * Replace how records of an own business type are printed
         * @description Needs a service's token with `bpm.biztype.register`.
         */
        put: operations["replaceRecordTemplate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events and what became of them, newest first */
        get: operations["listOwnDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/deliveries/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An event with the log of its attempts */
        get: operations["getOwnDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/deliveries/{eventId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver an event again, with the same id, and what follows it in its instance */
        post: operations["redeliverOwn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver again: all of an instance, or what went to an origin since a time */
        post: operations["redeliverOwnMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is stuck, or was, newest first
         * @description Needs a service's token with `bpm.instance.read`.
         */
        get: operations["listOwnIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One incident
         * @description Needs a service's token with `bpm.instance.read`.
         */
        get: operations["getOwnIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/process-instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of starts: by initiator and key, or by bizType (all of it) and bizId
         * @description Needs a service's token with `bpm.instance.read`.
         */
        get: operations["findOwnedProcessInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/process-instances/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An approval of a business type that the caller owns
         * @description Needs a service's token with `bpm.instance.read`.
         */
        get: operations["getOwnedProcessInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/process-instances/{id}/attachments/{versionId}": {
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
         * Take away what anybody attached to an approval that the caller owns, while it is undecided
         * @description Needs a service's token with `bpm.instance.write`.
         */
        delete: operations["removeOwnedProcessInstanceAttachment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/process-instances/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The events of an instance after a number, in order, delivered or not */
        get: operations["listInstanceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/process-instances/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an approval go on where it waits for this message
         * @description Needs a service's token with `bpm.instance.write`.
         */
        post: operations["sendProcessInstanceMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/process-instances/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The record of an approval that the caller owns, with what all who decide may see
         * @description Needs a service's token with `bpm.instance.read`.
         */
        get: operations["getOwnedProcessInstanceRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/process-instances/{id}/variables": {
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
         * Merge values into the declared variables; the body is the variables object
         * @description Needs a service's token with `bpm.instance.write`.
         */
        patch: operations["updateProcessInstanceVariables"];
        trace?: never;
    };
    "/internal/v1/bpm/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Throw a signal to the approvals of the business types that the caller owns
         * @description Needs a service's token with `bpm.instance.write`.
         */
        post: operations["throwOwnedSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/signals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the caller has thrown, and how many approvals have heard it
         * @description Needs a service's token with `bpm.instance.read`.
         */
        get: operations["getOwnedSignal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/start-keys/fence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find what a key started, or make sure that it never starts anything
         * @description Needs a service's token with `bpm.instance.write`.
         */
        post: operations["fenceStartKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/bpm/start-permits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Permit one start of a business type that the caller owns
         * @description Needs a service's token with `bpm.instance.write`.
         */
        post: operations["issueStartPermit"];
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
        /** ApprovalCandidate */
        ApprovalCandidate: {
            atLeast?: number;
            /** @enum {unknown} */
            direction?: "bottomUp" | "topDown";
            from?: number;
            /** @enum {unknown} */
            kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "initiatorSelects" | "previousApproverSelects" | "variable" | "expression" | "decision";
            level?: number;
            name?: string;
            ref?: string;
            to?: number;
            value?: string;
            weight?: number;
        };
        /** ApproveStep */
        ApproveStep: {
            candidates: components["schemas"]["ApprovalCandidate"][];
            change?: {
                /** @enum {unknown} */
                decided?: "mark" | "askAgain" | "refuse";
                /** @enum {unknown} */
                open?: "askAgain" | "keep";
            };
            comment?: {
                /** @enum {unknown} */
                addSign?: "required" | "optional";
                /** @enum {unknown} */
                approve?: "required" | "optional";
                /** @enum {unknown} */
                delegate?: "required" | "optional";
                /** @enum {unknown} */
                reject?: "required" | "optional";
                /** @enum {unknown} */
                return?: "required" | "optional";
                /** @enum {unknown} */
                transfer?: "required" | "optional";
            };
            due?: {
                at?: string;
                /** @enum {unknown} */
                calendar?: "working" | "continuous";
                decision?: string;
                in?: string;
            };
            /** @enum {unknown} */
            duplicates?: "none" | "any" | "consecutive" | "everywhere";
            emptyUsers?: string[];
            escalate?: {
                at?: string;
                /** @enum {unknown} */
                calendar?: "working" | "continuous";
                candidates: components["schemas"]["ApprovalCandidate"][];
                in?: string;
            };
            fields?: {
                /** @enum {unknown} */
                access: "hidden" | "read" | "write";
                name: string;
            }[];
            forbid?: string[];
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            /** @enum {unknown} */
            mode?: "single" | "all" | "any" | "sequential" | "ratio" | "count" | "weighted" | "quorum";
            name: string;
            /** @enum {unknown} */
            onEmpty?: "approve" | "reject" | "block" | "administrators" | "users";
            /** @enum {unknown} */
            onInitiator?: "self" | "skip" | "manager" | "departmentLeader";
            /** @enum {unknown} */
            onReject?: "end" | "continue";
            /** @enum {unknown} */
            reject?: "any" | "all" | "ratio" | "count" | "unreachable";
            rejectThreshold?: number;
            remind?: {
                at?: string;
                /** @enum {unknown} */
                calendar?: "working" | "continuous";
                in?: string;
                times?: number;
            };
            return?: {
                /** @enum {unknown} */
                resubmit?: "rerun" | "straightBack" | "returner";
                /** @enum {unknown} */
                to?: "none" | "previous" | "initiator" | "any";
            };
            threshold?: number;
            timeout?: {
                at?: string;
                /** @enum {unknown} */
                calendar?: "working" | "continuous";
                in?: string;
                /** @enum {unknown} */
                result?: "approved" | "rejected";
            };
            /** @enum {string} */
            type: "approve";
        };
        /** AuditEntry */
        AuditEntry: {
            action: string;
            actor: {
                id: string;
                /** @enum {unknown} */
                kind: "user" | "service";
                name: string;
            };
            comment: string | null;
            instance: {
                bizId: string;
                bizType: string;
                /** Format: uuid */
                id: string;
                title: string;
            };
            node: {
                id: string;
                name: string;
            } | null;
            /** Format: date-time */
            occurredAt: string;
            onBehalfOf: components["schemas"]["Person"] | null;
            /** @description In the log of the approval. */
            sequence: number;
            taskNo: string | null;
        };
        /** AutoStep */
        AutoStep: {
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name: string;
            /** @enum {unknown} */
            otherwise: "approved" | "rejected";
            rules?: {
                /** @enum {unknown} */
                result: "approved" | "rejected";
                when: string;
            }[];
            /** @enum {string} */
            type: "auto";
        };
        /** BizType */
        BizType: {
            code: string;
            /** Format: date-time */
            createdAt: string;
            detailPath: string;
            initiatePermission: string;
            /** @description The values that tell at a glance what is to be decided, in their order. Left out they stay as they were. */
            keyFields?: {
                /**
                 * @description Of money: ISO 4217.
                 * @example CNY
                 */
                currency?: string;
                /** @description Of money: the string variable that says it. */
                currencyVariable?: string;
                /**
                 * @description text of a string; money and quantity of a number; date and dateTime of a date; person of a user or users.
                 * @enum {unknown}
                 */
                format: "text" | "money" | "quantity" | "date" | "dateTime" | "person";
                label: {
                    en: string;
                    "zh-CN": string;
                };
                unit?: {
                    en: string;
                    "zh-CN": string;
                };
                /** @description One that is declared. */
                variable: string;
            }[];
            name: string;
            /** @description The name in each language. Left out it stays as it was. */
            names?: {
                en: string;
                "zh-CN": string;
            };
            revision: number;
            /**
             * @description permit: a start carries a permit of the owning application; open: it needs none. Left out it stays as it was, and is open at first.
             * @enum {unknown}
             */
            start: "open" | "permit";
            /** @description The same of signals that are thrown to the tenant: whether they may start approvals of the type, without a permit. */
            startsBySignal: boolean;
            /** @description Whether processes of the type may start approvals by time, without a permit. Left out it stays as it was, and at first is so where starts are open. */
            startsByTime: boolean;
            /** Format: date-time */
            updatedAt: string;
            variables: {
                label?: string;
                /** @description The label in each language; `label` is for who knows one alone. */
                labels?: {
                    en: string;
                    "zh-CN": string;
                };
                name: string;
                required?: boolean;
                /** @enum {unknown} */
                type: "string" | "number" | "boolean" | "date" | "user" | "users";
            }[];
            version: string;
        };
        /** BranchStep1 */
        BranchStep1: {
            branches: {
                name: string;
                otherwise?: boolean;
                steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"])[];
                when?: string;
            }[];
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            /** @enum {unknown} */
            kind: "exclusive" | "inclusive" | "parallel";
            name?: string;
            /** @enum {string} */
            type: "branch";
        };
        /** BranchStep2 */
        BranchStep2: {
            branches: {
                name: string;
                otherwise?: boolean;
                steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep1"] | components["schemas"]["SubProcessStep1"])[];
                when?: string;
            }[];
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            /** @enum {unknown} */
            kind: "exclusive" | "inclusive" | "parallel";
            name?: string;
            /** @enum {string} */
            type: "branch";
        };
        /** BranchStep3 */
        BranchStep3: {
            branches: {
                name: string;
                otherwise?: boolean;
                steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep2"] | components["schemas"]["SubProcessStep2"])[];
                when?: string;
            }[];
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            /** @enum {unknown} */
            kind: "exclusive" | "inclusive" | "parallel";
            name?: string;
            /** @enum {string} */
            type: "branch";
        };
        /** BranchStep4 */
        BranchStep4: {
            branches: {
                name: string;
                otherwise?: boolean;
                steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep3"] | components["schemas"]["SubProcessStep3"])[];
                when?: string;
            }[];
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            /** @enum {unknown} */
            kind: "exclusive" | "inclusive" | "parallel";
            name?: string;
            /** @enum {string} */
            type: "branch";
        };
        /** CallbackOrigins */
        CallbackOrigins: {
            /** @description Allowed in every tenant. */
            deploymentOrigins: string[];
            /** @description What the tenant allows. */
            origins: string[];
            /** @description 0 until the list is first written. */
            revision: number;
            updatedAt: string | null;
        };
        /** CallbackStep */
        CallbackStep: {
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name: string;
            request: string;
            /** @enum {string} */
            type: "callback";
        };
        /** CalledInstance */
        CalledInstance: {
            bizType: string;
            /** Format: date-time */
            createdAt: string;
            currentNodes: {
                id: string;
                name: string;
            }[];
            definition: {
                /** Format: uuid */
                id: string;
                key: string;
                name: string;
                version: number;
            };
            endedAt: string | null;
            /** Format: uuid */
            id: string;
            node: {
                id: string;
                name: string;
            };
            /** @enum {unknown} */
            status: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
            title: string;
        };
        /** CallStep */
        CallStep: {
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            in?: {
                source: string;
                target: string;
            }[];
            inheritVariables?: boolean;
            key: string;
            many?: {
                as?: string;
                each?: string;
                sequential?: boolean;
                times?: string;
                until?: string;
            };
            name: string;
            /** @enum {unknown} */
            onReject?: "end" | "continue";
            out?: {
                source: string;
                target: string;
            }[];
            /** @enum {string} */
            type: "call";
        };
        /** CopyStep */
        CopyStep: {
            candidates: components["schemas"]["ApprovalCandidate"][];
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name: string;
            /** @enum {string} */
            type: "cc";
        };
        /** DataExport */
        DataExport: {
            /** @description Who of the operators asked for it, in their own words. */
            by: string;
            /** @description Whether it goes on behind an earlier one. */
            continues: boolean;
            /** @description Rows that were printed, by table; null when it begins. */
            counts: {
                [key: string]: number;
            } | null;
            /**
             * Format: uuid
             * @description The try: it has an entry when it begins, and another when it ends.
             */
            exportId: string;
            /** Format: uuid */
            id: string;
            /**
             * @description A try without an entry that is ended was cut off.
             * @enum {unknown}
             */
            phase: "begun" | "ended";
            /** Format: date-time */
            recordedAt: string;
            /** @description Whose data; null for all of the tenant. */
            userId: string | null;
        };
        /** Decision */
        Decision: {
            bizType: string;
            /** @description SHA-256 of the published table as canonical JSON, in hex. */
            contentHash: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            createdBy: string;
            examples: {
                expect: (null | (string | number | boolean) | {
                    from?: number;
                    /** @enum {unknown} */
                    kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "variable";
                    level?: number;
                    name?: string;
                    ref?: string;
                    to?: number;
                }[])[] | null;
                name?: string;
                values: {
                    [key: string]: string | number | boolean;
                };
            }[];
            /** Format: uuid */
            id: string;
            key: string;
            name: string;
            publishedAt: string | null;
            retiredAt: string | null;
            revision: number;
            /** @enum {unknown} */
            status: "DRAFT" | "PUBLISHED" | "RETIRED";
            table: components["schemas"]["DecisionTable"];
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            updatedBy: string;
            version: number;
        };
        /** DecisionStep */
        DecisionStep: {
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name: string;
            table: string;
            /** @enum {string} */
            type: "decision";
        };
        /** DecisionSummary */
        DecisionSummary: {
            bizType: string;
            /** @description SHA-256 of the published table as canonical JSON, in hex. */
            contentHash: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            createdBy: string;
            /** Format: uuid */
            id: string;
            key: string;
            name: string;
            publishedAt: string | null;
            retiredAt: string | null;
            revision: number;
            /** @enum {unknown} */
            status: "DRAFT" | "PUBLISHED" | "RETIRED";
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            updatedBy: string;
            version: number;
        };
        /** DecisionTable */
        DecisionTable: {
            /** @enum {unknown} */
            hitPolicy: "UNIQUE" | "FIRST" | "COLLECT";
            inputs: {
                label?: string;
                /** @enum {unknown} */
                type: "string" | "number" | "boolean" | "date";
                variable: string;
            }[];
            otherwise: (null | (string | number | boolean) | {
                from?: number;
                /** @enum {unknown} */
                kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "variable";
                level?: number;
                name?: string;
                ref?: string;
                to?: number;
            }[])[] | null;
            outputs: {
                label?: string;
                name: string;
                /** @enum {unknown} */
                type: "people" | "approvals" | "order" | "due" | "string" | "number" | "boolean" | "date";
            }[];
            rows: {
                inputs: (null | {
                    oneOf: (string | number | boolean)[];
                } | {
                    noneOf: (string | number | boolean)[];
                } | {
                    exclusiveMaximum?: string | number | boolean;
                    exclusiveMinimum?: string | number | boolean;
                    maximum?: string | number | boolean;
                    minimum?: string | number | boolean;
                })[];
                note?: string;
                outputs: (null | (string | number | boolean) | {
                    from?: number;
                    /** @enum {unknown} */
                    kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "variable";
                    level?: number;
                    name?: string;
                    ref?: string;
                    to?: number;
                }[])[];
            }[];
        };
        /** Definition */
        Definition: {
            bizType: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            createdBy: string;
            /** Format: uuid */
            id: string;
            /** @description What became of the parts of another tool, such as Flowable, Camunda or Operaton. */
            imported: {
                element: string;
                /** @description Attribute or element: of another engine without prefix, of another tool as it is written. */
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                /** @description What counts instead of it, where two say the same thing. */
                wins?: string;
            }[];
            key: string;
            name: string;
            publishedAt: string | null;
            retiredAt: string | null;
            revision: number;
            /** @enum {unknown} */
            status: "DRAFT" | "PUBLISHED" | "RETIRED";
            /** @description The approval tree it was made from, or null. */
            tree: unknown;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            updatedBy: string;
            version: number;
        };
        /** DefinitionSummary */
        DefinitionSummary: {
            bizType: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            createdBy: string;
            /** Format: uuid */
            id: string;
            key: string;
            name: string;
            publishedAt: string | null;
            retiredAt: string | null;
            revision: number;
            /** @enum {unknown} */
            status: "DRAFT" | "PUBLISHED" | "RETIRED";
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            updatedBy: string;
            version: number;
        };
        /** Delivery */
        Delivery: {
            bizType: string;
            bizTypeVersion: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            eventId: string;
            /** @description Since the last one that succeeded. */
            failedAttempts: number;
            /** Format: uuid */
            instanceId: string;
            lastAttempt: components["schemas"]["DeliveryAttempt"] | null;
            nextAttemptAt: string | null;
            sequence: number;
            /**
             * @description BLOCKED waits to be redelivered by hand. What follows it in its instance is PENDING.
             * @enum {unknown}
             */
            status: "PENDING" | "DELIVERED" | "BLOCKED";
            type: string;
        };
        /** DeliveryAttempt */
        DeliveryAttempt: {
            /** Format: date-time */
            attemptedAt: string;
            durationMs: number;
            httpStatus: number | null;
            /** @description delivered, rewound, refused, failed, timeout, … */
            outcome: string;
            responseExcerpt: string | null;
        };
        /** DeliveryDetails */
        DeliveryDetails: {
            /** @description The latest fifty, newest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            bizType: string;
            bizTypeVersion: string;
            body: {
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
                /** @enum {string} */
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
                /** @enum {string} */
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
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            eventId: string;
            /** @description Since the last one that succeeded. */
            failedAttempts: number;
            /** Format: uuid */
            instanceId: string;
            nextAttemptAt: string | null;
            sequence: number;
            /**
             * @description BLOCKED waits to be redelivered by hand. What follows it in its instance is PENDING.
             * @enum {unknown}
             */
            status: "PENDING" | "DELIVERED" | "BLOCKED";
            type: string;
        };
        /** DrawnSignature */
        DrawnSignature: {
            /** @description Lines through points of a field of 600 by 200. */
            strokes: {
                x: number;
                y: number;
            }[][];
        };
        /** DrawnSignatureView */
        DrawnSignatureView: {
            strokes: {
                x: number;
                y: number;
            }[][];
        };
        /** EndStep */
        EndStep: {
            /** @description Other paths end, too. */
            all?: boolean;
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name?: string;
            /** @enum {unknown} */
            result?: "approved" | "rejected";
            /** @enum {string} */
            type: "end";
        };
        /** EventKeySet */
        EventKeySet: {
            keys: {
                /** @enum {string} */
                alg: "EdDSA";
                /** @enum {string} */
                crv: "Ed25519";
                kid: string;
                /** @enum {string} */
                kty: "OKP";
                /** @enum {string} */
                use: "sig";
                x: string;
            }[];
        };
        /** FencedStartKey */
        FencedStartKey: {
            bizId?: string;
            bizType?: string;
            bizTypeVersion?: string;
            /** Format: date-time */
            createdAt?: string;
            currentNodes?: {
                id: string;
                name: string;
            }[];
            definition?: {
                /** Format: uuid */
                id: string;
                key: string;
                name: string;
                version: number;
            };
            /** @description Path of the detail page, relative to the owning application. */
            detailUrl?: string;
            endedAt?: string | null;
            /** @description Nothing was started with the key, and nothing will be. */
            fenced: boolean;
            /** Format: uuid */
            id?: string;
            initiator?: components["schemas"]["Person"];
            /** @description The values that tell at a glance what it is about, as the business type names them; without those that have no value or that the reader may not see. */
            keyFields?: components["schemas"]["KeyField"][];
            /** @description What the business type calls these variables, where it says so. */
            labels?: {
                [key: string]: string;
            };
            /** @description The same in each language, where the business type says so. */
            localLabels?: {
                [key: string]: {
                    en: string;
                    "zh-CN": string;
                };
            };
            parent?: {
                /** Format: uuid */
                instanceId: string;
                nodeId: string;
                /** Format: uuid */
                rootInstanceId: string;
            } | null;
            result?: ("APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED") | null;
            revision?: number;
            round?: number;
            /** @description Of the newest entry in its log. */
            sequence?: number;
            /** @enum {unknown} */
            status?: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
            /** Format: uuid */
            tenantId?: string;
            title?: string;
            /** Format: date-time */
            updatedAt?: string;
            variables?: {
                [key: string]: unknown;
            };
        };
        /** Incident */
        Incident: {
            /** @description How often it was tried again by hand. */
            attempts: number;
            bizType: string;
            /** @description Of the message about it. */
            code: string;
            eventId: string | null;
            /** Format: uuid */
            id: string;
            instance: {
                bizId: string;
                /** Format: uuid */
                id: string;
                title: string;
            };
            /**
             * @description What is stuck.
             * @enum {unknown}
             */
            kind: "nobody_found" | "nobody_to_escalate_to" | "join_waits_forever" | "no_way_on" | "call_failed" | "delivery_blocked" | "migration_refused";
            migrationId: string | null;
            node: {
                id: string;
                name: string;
            } | null;
            /** @description Of the message; no values of variables. */
            parameters: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            raisedAt: string;
            reason: string | null;
            resolution: ("gone" | "retried" | "manual") | null;
            resolvedAt: string | null;
            resolvedBy: components["schemas"]["Person"] | null;
            /** @enum {unknown} */
            state: "open" | "resolved";
            taskNo: string | null;
        };
        /** IncidentCounts */
        IncidentCounts: {
            kinds: {
                /**
                 * @description What is stuck.
                 * @enum {unknown}
                 */
                kind: "nobody_found" | "nobody_to_escalate_to" | "join_waits_forever" | "no_way_on" | "call_failed" | "delivery_blocked" | "migration_refused";
                open: number;
            }[];
            open: number;
        };
        /** JumpedProcessInstance */
        JumpedProcessInstance: {
            bizId: string;
            bizType: string;
            bizTypeVersion: string;
            /** Format: date-time */
            createdAt: string;
            currentNodes: {
                id: string;
                name: string;
            }[];
            definition: {
                /** Format: uuid */
                id: string;
                key: string;
                name: string;
                version: number;
            };
            /** @description Path of the detail page, relative to the owning application. */
            detailUrl: string;
            endedAt: string | null;
            /** Format: uuid */
            id: string;
            initiator: components["schemas"]["Person"];
            jump?: {
                /** @description Without `force`. */
                allowed: boolean;
                /** @description Tasks that would end. */
                ends: {
                    node: {
                        id: string;
                        name: string;
                    };
                    people: components["schemas"]["Person"][];
                    /** @description Of a task that is there. */
                    taskNo?: string;
                }[];
                /** @description Where it would go on, and with whom. */
                opens: {
                    node: {
                        id: string;
                        name: string;
                    };
                    people: components["schemas"]["Person"][];
                    /** @description Of a task that is there. */
                    taskNo?: string;
                }[];
                /** @enum {unknown} */
                status: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
                /** @description Joins that might wait for ever. */
                stranded: {
                    id: string;
                    name: string;
                }[];
                /** @description The process is too large to prove that no other join waits for ever. */
                unproven: boolean;
                /** @description It might be approved without anybody deciding. */
                unvoted: boolean;
            };
            /** @description The values that tell at a glance what it is about, as the business type names them; without those that have no value or that the reader may not see. */
            keyFields?: components["schemas"]["KeyField"][];
            /** @description What the business type calls these variables, where it says so. */
            labels: {
                [key: string]: string;
            };
            /** @description The same in each language, where the business type says so. */
            localLabels?: {
                [key: string]: {
                    en: string;
                    "zh-CN": string;
                };
            };
            parent: {
                /** Format: uuid */
                instanceId: string;
                nodeId: string;
                /** Format: uuid */
                rootInstanceId: string;
            } | null;
            result: ("APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED") | null;
            revision: number;
            round: number;
            /** @description Of the newest entry in its log. */
            sequence: number;
            /** @enum {unknown} */
            status: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
            /** Format: uuid */
            tenantId: string;
            title: string;
            /** Format: date-time */
            updatedAt: string;
            variables: {
                [key: string]: unknown;
            };
        };
        /** JumpStep */
        JumpStep: {
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name?: string;
            to: string;
            /** @enum {string} */
            type: "jump";
        };
        /** KeyField */
        KeyField: {
            /** @description ISO 4217. */
            currency?: string;
            /** @enum {unknown} */
            format: "text" | "money" | "quantity" | "date" | "dateTime" | "person";
            label: {
                en: string;
                "zh-CN": string;
            };
            /** @description Of the variable. */
            name: string;
            unit?: {
                en: string;
                "zh-CN": string;
            };
            /** @description As it was given, for clients to write in the language of their reader. */
            value: string | number | string[];
        };
        /** LastLook */
        LastLook: {
            /** @description What was attached or taken away since. */
            attachments: {
                /** @enum {unknown} */
                change: "added" | "removed";
                /** Format: uuid */
                documentId: string;
                name: string;
                /** Format: uuid */
                versionId: string;
            }[];
            /** @description Values that are others since. */
            changes: {
                /** @description null when there was no value. */
                from: unknown;
                label: string | null;
                name: string;
                /** @description null when there is none any more. */
                to: unknown;
            }[];
            seen: {
                action: ("start" | "resubmit" | "approve" | "reject" | "return") | null;
                /** Format: date-time */
                at: string;
                round: number;
            } | null;
        };
        /** MigratedProcessInstance */
        MigratedProcessInstance: {
            bizId: string;
            bizType: string;
            bizTypeVersion: string;
            /** Format: date-time */
            createdAt: string;
            currentNodes: {
                id: string;
                name: string;
            }[];
            definition: {
                /** Format: uuid */
                id: string;
                key: string;
                name: string;
                version: number;
            };
            /** @description Path of the detail page, relative to the owning application. */
            detailUrl: string;
            endedAt: string | null;
            /** Format: uuid */
            id: string;
            initiator: components["schemas"]["Person"];
            /** @description The values that tell at a glance what it is about, as the business type names them; without those that have no value or that the reader may not see. */
            keyFields?: components["schemas"]["KeyField"][];
            /** @description What the business type calls these variables, where it says so. */
            labels: {
                [key: string]: string;
            };
            /** @description The same in each language, where the business type says so. */
            localLabels?: {
                [key: string]: {
                    en: string;
                    "zh-CN": string;
                };
            };
            migration: {
                /** Format: uuid */
                definitionId: string;
                dryRun: boolean;
                /** @description Why it would be refused; only in a dry run. */
                faults: components["schemas"]["MigrationFault"][];
                /** @description Nodes at work, and where they go. */
                moves: {
                    from: string;
                    to: string;
                }[];
            };
            parent: {
                /** Format: uuid */
                instanceId: string;
                nodeId: string;
                /** Format: uuid */
                rootInstanceId: string;
            } | null;
            result: ("APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED") | null;
            revision: number;
            round: number;
            /** @description Of the newest entry in its log. */
            sequence: number;
            /** @enum {unknown} */
            status: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
            /** Format: uuid */
            tenantId: string;
            title: string;
            /** Format: date-time */
            updatedAt: string;
            variables: {
                [key: string]: unknown;
            };
        };
        /** Migration */
        Migration: {
            /** Format: date-time */
            createdAt: string;
            createdBy: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** Format: uuid */
            definitionId: string;
            dryRun: boolean;
            endedAt: string | null;
            /** Format: uuid */
            fromDefinitionId: string;
            /** Format: uuid */
            id: string;
            /** @description Moved, or in a dry run those that would be. */
            migrated: number;
            nodes: {
                [key: string]: string;
            };
            reason: string;
            refused: number;
            /** @enum {unknown} */
            status: "RUNNING" | "ENDED";
        };
        /** MigrationFault */
        MigrationFault: {
            code: string;
            message: string;
            node: string;
        };
        /** MigrationResult */
        MigrationResult: {
            /** Format: date-time */
            at: string;
            faults: components["schemas"]["MigrationFault"][];
            /** Format: uuid */
            instanceId: string;
            /** @enum {unknown} */
            outcome: "migrated" | "fits" | "refused";
        };
        /** OwnedBizType */
        OwnedBizType: {
            callback: {
                events?: string[];
                /** @description How many events of one approval the receiver takes in one request (CloudEvents, batched mode), where several wait. Left out it is 1. */
                maxEventsPerRequest: number;
                origin: string;
                path: string;
            };
            code: string;
            /** Format: date-time */
            createdAt: string;
            detailPath: string;
            initiatePermission: string;
            /** @description The values that tell at a glance what is to be decided, in their order. Left out they stay as they were. */
            keyFields?: {
                /**
                 * @description Of money: ISO 4217.
                 * @example CNY
                 */
                currency?: string;
                /** @description Of money: the string variable that says it. */
                currencyVariable?: string;
                /**
                 * @description text of a string; money and quantity of a number; date and dateTime of a date; person of a user or users.
                 * @enum {unknown}
                 */
                format: "text" | "money" | "quantity" | "date" | "dateTime" | "person";
                label: {
                    en: string;
                    "zh-CN": string;
                };
                unit?: {
                    en: string;
                    "zh-CN": string;
                };
                /** @description One that is declared. */
                variable: string;
            }[];
            name: string;
            /** @description The name in each language. Left out it stays as it was. */
            names?: {
                en: string;
                "zh-CN": string;
            };
            revision: number;
            /**
             * @description permit: a start carries a permit of the owning application; open: it needs none. Left out it stays as it was, and is open at first.
             * @enum {unknown}
             */
            start: "open" | "permit";
            /** @description The same of signals that are thrown to the tenant: whether they may start approvals of the type, without a permit. */
            startsBySignal: boolean;
            /** @description Whether processes of the type may start approvals by time, without a permit. Left out it stays as it was, and at first is so where starts are open. */
            startsByTime: boolean;
            /** Format: date-time */
            updatedAt: string;
            variables: {
                label?: string;
                /** @description The label in each language; `label` is for who knows one alone. */
                labels?: {
                    en: string;
                    "zh-CN": string;
                };
                name: string;
                required?: boolean;
                /** @enum {unknown} */
                type: "string" | "number" | "boolean" | "date" | "user" | "users";
            }[];
            version: string;
        };
        /** Person */
        Person: {
            /** Format: uuid */
            id: string;
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
        /** ProcessInstance */
        ProcessInstance: {
            bizId: string;
            bizType: string;
            bizTypeVersion: string;
            /** Format: date-time */
            createdAt: string;
            currentNodes: {
                id: string;
                name: string;
            }[];
            definition: {
                /** Format: uuid */
                id: string;
                key: string;
                name: string;
                version: number;
            };
            /** @description Path of the detail page, relative to the owning application. */
            detailUrl: string;
            endedAt: string | null;
            /** Format: uuid */
            id: string;
            initiator: components["schemas"]["Person"];
            /** @description The values that tell at a glance what it is about, as the business type names them; without those that have no value or that the reader may not see. */
            keyFields?: components["schemas"]["KeyField"][];
            /** @description What the business type calls these variables, where it says so. */
            labels: {
                [key: string]: string;
            };
            /** @description The same in each language, where the business type says so. */
            localLabels?: {
                [key: string]: {
                    en: string;
                    "zh-CN": string;
                };
            };
            parent: {
                /** Format: uuid */
                instanceId: string;
                nodeId: string;
                /** Format: uuid */
                rootInstanceId: string;
            } | null;
            result: ("APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED") | null;
            revision: number;
            round: number;
            /** @description Of the newest entry in its log. */
            sequence: number;
            /** @enum {unknown} */
            status: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
            /** Format: uuid */
            tenantId: string;
            title: string;
            /** Format: date-time */
            updatedAt: string;
            variables: {
                [key: string]: unknown;
            };
        };
        /** RecordKeySet */
        RecordKeySet: {
            keys: {
                /** @enum {string} */
                alg: "EdDSA";
                /** @enum {string} */
                crv: "Ed25519";
                /** @description Its thumbprint (RFC 7638). */
                kid: string;
                /** @enum {string} */
                kty: "OKP";
                /** Format: date-time */
                retiredAt?: string;
                /** @enum {string} */
                use: "sig";
                x: string;
            }[];
        };
        /** RecordTemplate */
        RecordTemplate: {
            /** @description The values to print, in this order; all when left out. */
            fields?: {
                label?: {
                    en: string;
                    "zh-CN": string;
                };
                name: string;
            }[];
            footer?: {
                en: string;
                "zh-CN": string;
            };
            /** @description In this order; all but events when left out. */
            sections?: ("values" | "decisions" | "rounds" | "course" | "copies" | "called" | "events")[];
            title?: {
                en: string;
                "zh-CN": string;
            };
        };
        /** Redelivery */
        Redelivery: {
            /** @description In which events go out again. */
            instances: number;
        };
        /** RetentionRemoval */
        RetentionRemoval: {
            /** Format: date-time */
            endedBefore: string;
            /** Format: uuid */
            id: string;
            /** @description The setting, in days. */
            keptDays: number;
            /** Format: date-time */
            removedAt: string;
            /** @description How many. */
            rows: number;
            /** @description What went: events, notices, incidents and so on. */
            what: string;
        };
        /** Round */
        Round: {
            /** @description What differs from the beginning of the round before. */
            changes: {
                /** @description null when there was no value. */
                from: unknown;
                label: string | null;
                name: string;
                /** @description null when there is none any more. */
                to: unknown;
            }[];
            returned: {
                /** Format: date-time */
                at: string;
                by: components["schemas"]["Person"];
                comment: string | null;
            } | null;
            round: number;
            /** Format: date-time */
            startedAt: string;
            /** @enum {unknown} */
            status: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
        };
        /** Signal */
        Signal: {
            approvals: {
                /** @description Something in them has gone on by it. */
                heard: number;
                /** @description What waited in them had gone on, or ended, before it came. */
                missed: number;
                /** @description Found so far, and still to hear it: a suspended one does as it goes on. */
                waiting: number;
            };
            /** Format: uuid */
            id: string;
            name: string;
            starts: {
                /** @description Approvals that it has started. */
                started: number;
                /** @description Approvals that it is still to start. */
                waiting: number;
            };
            /**
             * @description Whether everything that waited for it as it was thrown has heard or missed it, and what it starts is started.
             * @enum {unknown}
             */
            status: "RUNNING" | "ENDED";
            /** Format: date-time */
            thrownAt: string;
            thrownBy: {
                id: string | null;
                /** @enum {unknown} */
                kind: "approval" | "application" | "user";
            };
        };
        /** SignalStart */
        SignalStart: {
            /** @description How often it was tried in vain. */
            attempts: number;
            bizType: string;
            code: string | null;
            definition: {
                /** Format: uuid */
                id: string;
                key: string;
                name: string;
                version: number;
            };
            error: string | null;
            failedAt: string | null;
            /** Format: uuid */
            id: string;
            instanceId: string | null;
            /** @description Id of the start event. */
            node: string;
            signal: {
                /** Format: uuid */
                id: string;
                name: string;
                /** Format: date-time */
                thrownAt: string;
            };
            /**
             * @description failing: it cannot be started; missed: the process did not begin by the signal any more.
             * @enum {unknown}
             */
            state: "waiting" | "failing" | "started" | "missed" | "skipped";
        };
        /** Simulation */
        Simulation: {
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Person"];
            definition: {
                /** Format: uuid */
                id: string;
                key: string;
                /** @description Of the draft, as it was when it was asked for. */
                revision: number;
                version: number;
            };
            /** @description Of them so far. */
            done: number;
            endedAt: string | null;
            /** Format: date-time */
            from: string;
            /** Format: uuid */
            id: string;
            /** @description Approvals by what they would come to. */
            outcomes: {
                /** @description At some step nobody decided in history. */
                open: number;
                /** @description The same result; other people asked, or more or less often. */
                otherPeople: number;
                otherResult: number;
                /** @description The same result, and the same people asked as often. */
                same: number;
                /** @description It would not come to an end. */
                stuck: number;
            };
            /**
             * @description It waits while another one of the tenant runs.
             * @enum {unknown}
             */
            status: "WAITING" | "RUNNING" | "ENDED" | "CANCELLED";
            /** @description How often the process asked, and would ask, somebody to decide. */
            tasks: {
                after: number;
                before: number;
            };
            /** @description Approvals that it goes through: those of the period, up to the limit. */
            total: number;
            /** Format: date-time */
            until: string;
        };
        /** SimulationResult */
        SimulationResult: {
            /** Format: date-time */
            endedAt: string;
            instance: {
                bizId: string;
                /** Format: uuid */
                id: string;
                title: string;
            } | null;
            obstacle: {
                node: {
                    id: string;
                    name: string;
                };
                /** @description Why it cannot go on here. */
                reason: string;
            } | null;
            /** @enum {unknown} */
            outcome: "same" | "otherPeople" | "otherResult" | "open" | "stuck";
            people: {
                after: number;
                before: number;
            };
            /** @description After: as far as it would come; of an open one if everybody approved who did not decide in history. */
            result: {
                /** @enum {unknown} */
                after: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
                /** @enum {unknown} */
                before: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
            };
            steps: {
                /** @description To who holds `bpm:workload:read`; none to others. */
                after: {
                    person: components["schemas"]["Person"];
                    times: number;
                }[];
                /** @description To who holds `bpm:workload:read`; none to others. */
                before: {
                    person: components["schemas"]["Person"];
                    times: number;
                }[];
                node: {
                    id: string;
                    name: string;
                };
                /** @description Nobody decided here in history. */
                open: boolean;
                tasks: {
                    after: number;
                    before: number;
                };
            }[];
            tasks: {
                after: number;
                before: number;
            };
        };
        /** SimulationSummary */
        SimulationSummary: {
            /** @description Who would have more or fewer tasks: at most 500, to who holds `bpm:workload:read`; none to others. */
            byPerson: {
                person: components["schemas"]["Person"];
                tasks: {
                    after: number;
                    before: number;
                };
            }[];
            /** @description How many people. */
            people: {
                /** @description Who would be asked. */
                after: number;
                /** @description Who was asked. */
                before: number;
                /** @description Who would have fewer. */
                less: number;
                /** @description Who would have more tasks. */
                more: number;
            };
            /** @description At most 500, in the order in which approvals come to them. */
            steps: {
                approvals: {
                    after: number;
                    before: number;
                };
                node: {
                    id: string;
                    name: string;
                };
                /** @description Approvals where nobody decided here in history. */
                open: number;
                tasks: {
                    after: number;
                    before: number;
                };
            }[];
        };
        /** StartPermit */
        StartPermit: {
            /** Format: date-time */
            expiresAt: string;
            /** @description For one start. Shown once: a replay of the request lacks it. */
            permit?: string;
        };
        /** StartSchedule */
        StartSchedule: {
            /** @description How often what is due was tried in vain. */
            attempts: number;
            bizType: string;
            code: string | null;
            definition: {
                /** Format: uuid */
                id: string;
                key: string;
                name: string;
                version: number;
            };
            dueAt: string | null;
            error: string | null;
            failedAt: string | null;
            /** Format: uuid */
            id: string;
            lastDueAt: string | null;
            lastInstanceId: string | null;
            /** @description How many moments were passed over in all: nothing could be started at them, or they were skipped. */
            missed: number;
            /** @description Id of the start event. */
            node: string;
            /**
             * @description failing: what is due cannot be started; ended: nothing comes any more.
             * @enum {unknown}
             */
            state: "waiting" | "failing" | "ended";
        };
        /** StartSkip */
        StartSkip: {
            /** @description How often it was tried in vain. */
            attempts: number;
            /** @description Of the problem that the last attempt came to. */
            code: string;
            definition: {
                /** Format: uuid */
                id: string;
                key: string;
            };
            /** Format: date-time */
            dueAt: string;
            error: string;
            /** Format: uuid */
            id: string;
            /** @description Id of the start event. */
            node: string;
            reason: string;
            signalId: string | null;
            /** Format: date-time */
            skippedAt: string;
            skippedBy: components["schemas"]["Person"];
        };
        /** SubProcessStep1 */
        SubProcessStep1: {
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name: string;
            steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"])[];
            /** @enum {string} */
            type: "sub";
        };
        /** SubProcessStep2 */
        SubProcessStep2: {
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name: string;
            steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep1"] | components["schemas"]["SubProcessStep1"])[];
            /** @enum {string} */
            type: "sub";
        };
        /** SubProcessStep3 */
        SubProcessStep3: {
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name: string;
            steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep2"] | components["schemas"]["SubProcessStep2"])[];
            /** @enum {string} */
            type: "sub";
        };
        /** SubProcessStep4 */
        SubProcessStep4: {
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            name: string;
            steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep3"] | components["schemas"]["SubProcessStep3"])[];
            /** @enum {string} */
            type: "sub";
        };
        /** Task */
        Task: {
            /** @description What the server accepts from the reader now. Whom they name and what they write is looked at when they do it. */
            allowedActions: string[];
            assignee: components["schemas"]["Person"] | null;
            /** @description Bytes that are decided on: the variables versionId and sha256, where the owner sets both; then what is attached to the approval, by versionId. */
            attachments: {
                sha256: string;
                versionId: string;
            }[];
            candidates: components["schemas"]["Person"][];
            /** @description Nodes that were decided before the owner changed values which this task shows, or somebody took away what was attached: `@attachments`. */
            changedSince: {
                names: string[];
                node: {
                    id: string;
                    name: string;
                };
            }[];
            comment: string | null;
            contentHash: string | null;
            /** @description Of a copy that somebody chose: who has. */
            copiedBy?: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** Format: date-time */
            createdAt: string;
            detailUrl: string;
            dueAt: string | null;
            endedAt: string | null;
            endedBy: components["schemas"]["Person"] | null;
            /** @description Declared variables that this task may see, or change along with a decision. */
            fields: {
                /** @enum {unknown} */
                access: "read" | "write";
                label: string | null;
                labels?: {
                    en: string;
                    "zh-CN": string;
                };
                name: string;
                required: boolean;
                /** @enum {unknown} */
                type: "string" | "number" | "boolean" | "date" | "user" | "users";
            }[];
            form: {
                /** @description Actions of which the node says whether they need a comment. */
                comment: {
                    /** @enum {unknown} */
                    addSign?: "required" | "optional";
                    /** @enum {unknown} */
                    approve?: "required" | "optional";
                    /** @enum {unknown} */
                    delegate?: "required" | "optional";
                    /** @enum {unknown} */
                    reject?: "required" | "optional";
                    /** @enum {unknown} */
                    return?: "required" | "optional";
                    /** @enum {unknown} */
                    transfer?: "required" | "optional";
                };
                resubmitModes: ("rerun" | "straightBack")[];
                /** @description `initiator`, `previous` where there is a node before, and nodes by their ids. */
                returnTargets: {
                    id: string;
                    name: string;
                }[];
                /** @description Nodes that may come next, whose people are chosen with the approval. */
                selections: {
                    id: string;
                    name: string;
                }[];
            };
            instance: components["schemas"]["ProcessInstance"];
            /** Format: uuid */
            instanceId: string;
            /**
             * @description A copy is shown, not asked.
             * @enum {unknown}
             */
            kind: "decision" | "copy";
            node: {
                id: string;
                name: string;
            };
            /** @description In whose place, where somebody stands in. */
            onBehalfOf?: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            openedAt: string | null;
            /** @description Who has lent it to whoever has it now, and gets it back. */
            owner?: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            readAt: string | null;
            remindedAt: string | null;
            revision: number;
            round: number;
            /** @enum {unknown} */
            status: "WAITING" | "OPEN" | "CLAIMED" | "DELEGATED" | "APPROVED" | "REJECTED" | "RETURNED" | "TRANSFERRED" | "SKIPPED" | "CANCELLED";
            /** @description The task number, unique in the tenant. */
            taskNo: string;
        };
        /** TaskListItem */
        TaskListItem: {
            assignee: components["schemas"]["Person"] | null;
            comment: string | null;
            /** @description Of a copy that somebody chose: who has. */
            copiedBy?: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** Format: date-time */
            createdAt: string;
            detailUrl: string;
            dueAt: string | null;
            endedAt: string | null;
            endedBy: components["schemas"]["Person"] | null;
            instance: {
                bizId: string;
                bizType: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: uuid */
                id: string;
                initiator: components["schemas"]["Person"];
                /** @description The values that tell at a glance what it is about, as the business type names them; without those that have no value or that the reader may not see. */
                keyFields?: components["schemas"]["KeyField"][];
                round: number;
                /** @enum {unknown} */
                status: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
                title: string;
            };
            /** Format: uuid */
            instanceId: string;
            /**
             * @description A copy is shown, not asked.
             * @enum {unknown}
             */
            kind: "decision" | "copy";
            node: {
                id: string;
                name: string;
            };
            /** @description In whose place, where somebody stands in. */
            onBehalfOf?: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            openedAt: string | null;
            /** @description Who has lent it to whoever has it now, and gets it back. */
            owner?: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            readAt: string | null;
            remindedAt: string | null;
            revision: number;
            round: number;
            /** @enum {unknown} */
            status: "WAITING" | "OPEN" | "CLAIMED" | "DELEGATED" | "APPROVED" | "REJECTED" | "RETURNED" | "TRANSFERRED" | "SKIPPED" | "CANCELLED";
            /** @description The task number, unique in the tenant. */
            taskNo: string;
        };
        /** WaitStep */
        WaitStep: {
            at?: string;
            /** @enum {unknown} */
            calendar?: "working" | "continuous";
            id: string;
            /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
            imported?: {
                name: string;
                /** @enum {unknown} */
                outcome: "mapped" | "ignored" | "refused";
                value?: string;
                wins?: string;
            }[];
            in?: string;
            message?: string;
            name: string;
            /** @enum {string} */
            type: "wait";
        };
    };
    responses: never;
    parameters: {
        /**
         * @description The language of texts for people: English or Chinese.
         * @example zh-CN, en;q=0.5
         */
        "Accept-Language": string;
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
        /** @description The `id` of the last event that was received, to go on from there. */
        "Last-Event-Id": string;
    };
    requestBodies: never;
    headers: {
        /** @description Whether the answer may be kept, and by whom. */
        "Cache-Control": string;
        /** @description Whether to show or to keep it, and under which name (RFC 6266). */
        "Content-Disposition": string;
        /** @description Names this state of the resource, for `If-Match` and `If-None-Match`. */
        ETag: string;
        /** @description `true` on the answer to a repeat: nothing was done again. */
        "Idempotency-Replayed": "true";
        /** @description Seconds after which a repeat has a chance. */
        "Retry-After": number;
        /** @description Which token would do (RFC 6750 section 3, RFC 9449 section 7.1). */
        "WWW-Authenticate": string;
        /** @description `no`: what lies between passes each event on at once. */
        "X-Accel-Buffering": "no";
        /** @description Identifies the request in logs; the one that was sent, or a new one. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAuditEntries: {
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
                        items: components["schemas"]["AuditEntry"][];
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
    listBizTypes: {
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
                        items: components["schemas"]["BizType"][];
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
    getBizType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
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
                    "application/json": components["schemas"]["BizType"];
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
    getCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revision 0 is the calendar of a tenant that has set none. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Days on which nobody works. */
                        holidays: string[];
                        hours: {
                            /** @description 1 is Monday, 7 is Sunday. */
                            day: number;
                            /** @example 09:00 */
                            from: string;
                            /**
                             * @description After `from`, on the same day; `24:00` is its end.
                             * @example 17:30
                             */
                            to: string;
                        }[];
                        revision: number;
                        /**
                         * @description Name in the IANA time zone database.
                         * @example Asia/Shanghai
                         */
                        timeZone: string;
                        updatedAt: string | null;
                        /** @description Days that are worked as a Monday is, though their weekday has no hours. */
                        workdays: string[];
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
    replaceCalendar: {
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
                    /** @description Days on which nobody works. */
                    holidays: string[];
                    hours: {
                        /** @description 1 is Monday, 7 is Sunday. */
                        day: number;
                        /** @example 09:00 */
                        from: string;
                        /**
                         * @description After `from`, on the same day; `24:00` is its end.
                         * @example 17:30
                         */
                        to: string;
                    }[];
                    revision?: number;
                    /**
                     * @description Name in the IANA time zone database.
                     * @example Asia/Shanghai
                     */
                    timeZone: string;
                    /** @description Days that are worked as a Monday is, though their weekday has no hours. */
                    workdays: string[];
                };
            };
        };
        responses: {
            /** @description Revision 0 is the calendar of a tenant that has set none. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Days on which nobody works. */
                        holidays: string[];
                        hours: {
                            /** @description 1 is Monday, 7 is Sunday. */
                            day: number;
                            /** @example 09:00 */
                            from: string;
                            /**
                             * @description After `from`, on the same day; `24:00` is its end.
                             * @example 17:30
                             */
                            to: string;
                        }[];
                        revision: number;
                        /**
                         * @description Name in the IANA time zone database.
                         * @example Asia/Shanghai
                         */
                        timeZone: string;
                        updatedAt: string | null;
                        /** @description Days that are worked as a Monday is, though their weekday has no hours. */
                        workdays: string[];
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
    getCallbackOrigins: {
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
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallbackOrigins"];
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
    replaceCallbackOrigins: {
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
                    origins: string[];
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
                    "application/json": components["schemas"]["CallbackOrigins"];
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
    listDataExports: {
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
                        items: components["schemas"]["DataExport"][];
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
    listDecisions: {
        parameters: {
            query?: {
                bizType?: string;
                cursor?: string;
                key?: string;
                limit?: number;
                status?: "DRAFT" | "PUBLISHED" | "RETIRED";
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
                        items: components["schemas"]["DecisionSummary"][];
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
    createDecision: {
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
                    bizType: string;
                    /** @description What it must give, by example. */
                    examples?: {
                        expect: (null | (string | number | boolean) | {
                            from?: number;
                            /** @enum {unknown} */
                            kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "variable";
                            level?: number;
                            name?: string;
                            ref?: string;
                            to?: number;
                        }[])[] | null;
                        name?: string;
                        values: {
                            [key: string]: string | number | boolean;
                        };
                    }[];
                    key: string;
                    name: string;
                    table: components["schemas"]["DecisionTable"];
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
                    "application/json": components["schemas"]["Decision"];
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
    getDecision: {
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
                    "application/json": components["schemas"]["Decision"];
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
    updateDecision: {
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
                    /** @description What it must give, by example. */
                    examples?: {
                        expect: (null | (string | number | boolean) | {
                            from?: number;
                            /** @enum {unknown} */
                            kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "variable";
                            level?: number;
                            name?: string;
                            ref?: string;
                            to?: number;
                        }[])[] | null;
                        name?: string;
                        values: {
                            [key: string]: string | number | boolean;
                        };
                    }[];
                    name: string;
                    revision?: number;
                    table: components["schemas"]["DecisionTable"];
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
                    "application/json": components["schemas"]["Decision"];
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
    getDecisionCsv: {
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
            /** @description CSV of RFC 4180 in UTF-8. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
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
    getDecisionDmn: {
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
            /** @description DMN 1.3. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": unknown;
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
    publishDecision: {
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
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
    readDecision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bizType: string;
                    csv?: string;
                    dmn?: string;
                    /**
                     * @description Of a spreadsheet, which does not say it; UNIQUE when left out.
                     * @enum {unknown}
                     */
                    hitPolicy?: "UNIQUE" | "FIRST" | "COLLECT";
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
                        name: string | null;
                        table: components["schemas"]["DecisionTable"];
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
    tryDecision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bizType: string;
                    table: components["schemas"]["DecisionTable"];
                    values: {
                        [key: string]: string | number | boolean;
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
                        outputs: (null | (string | number | boolean) | {
                            from?: number;
                            /** @enum {unknown} */
                            kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "variable";
                            level?: number;
                            name?: string;
                            ref?: string;
                            to?: number;
                        }[])[] | null;
                        /** @description The rows that count, from 0. Without results: none, or several where one may match; with results, none is what is given otherwise. */
                        rows: number[];
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
    validateDecision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bizType: string;
                    /** @description What it must give, by example. */
                    examples?: {
                        expect: (null | (string | number | boolean) | {
                            from?: number;
                            /** @enum {unknown} */
                            kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "variable";
                            level?: number;
                            name?: string;
                            ref?: string;
                            to?: number;
                        }[])[] | null;
                        name?: string;
                        values: {
                            [key: string]: string | number | boolean;
                        };
                    }[];
                    table: components["schemas"]["DecisionTable"];
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
                        /** @description What keeps it from being published. */
                        problems: {
                            code: string;
                            /** @description Of an example: what the table gives for it; null: nothing. */
                            given?: (null | (string | number | boolean) | {
                                from?: number;
                                /** @enum {unknown} */
                                kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "variable";
                                level?: number;
                                name?: string;
                                ref?: string;
                                to?: number;
                            }[])[] | null;
                            message: string;
                            /** @description RFC 6901, into `{ table, examples }`. */
                            pointer: string;
                            /** @description The rows concerned, from 0. */
                            rows?: number[];
                            /** @description Where among the values, one place for each input. */
                            where?: ((null | {
                                oneOf: (string | number | boolean)[];
                            } | {
                                noneOf: (string | number | boolean)[];
                            } | {
                                exclusiveMaximum?: string | number | boolean;
                                exclusiveMinimum?: string | number | boolean;
                                maximum?: string | number | boolean;
                                minimum?: string | number | boolean;
                            }) | {
                                /** @enum {boolean} */
                                missing: true;
                            })[];
                        }[];
                        /** @description What can be published and is probably not meant. */
                        warnings: {
                            code: string;
                            /** @description Of an example: what the table gives for it; null: nothing. */
                            given?: (null | (string | number | boolean) | {
                                from?: number;
                                /** @enum {unknown} */
                                kind: "user" | "role" | "department" | "post" | "departmentLeader" | "managerLine" | "initiator" | "variable";
                                level?: number;
                                name?: string;
                                ref?: string;
                                to?: number;
                            }[])[] | null;
                            message: string;
                            /** @description RFC 6901, into `{ table, examples }`. */
                            pointer: string;
                            /** @description The rows concerned, from 0. */
                            rows?: number[];
                            /** @description Where among the values, one place for each input. */
                            where?: ((null | {
                                oneOf: (string | number | boolean)[];
                            } | {
                                noneOf: (string | number | boolean)[];
                            } | {
                                exclusiveMaximum?: string | number | boolean;
                                exclusiveMinimum?: string | number | boolean;
                                maximum?: string | number | boolean;
                                minimum?: string | number | boolean;
                            }) | {
                                /** @enum {boolean} */
                                missing: true;
                            })[];
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
    listDefinitions: {
        parameters: {
            query?: {
                bizType?: string;
                cursor?: string;
                key?: string;
                limit?: number;
                status?: "DRAFT" | "PUBLISHED" | "RETIRED";
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
                        items: components["schemas"]["DefinitionSummary"][];
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
    createDefinition: {
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
                    bizType: string;
                    bpmnXml?: string;
                    /** @description The id of the one executable process. */
                    key: string;
                    name: string;
                    tree?: {
                        /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
                        imported?: {
                            name: string;
                            /** @enum {unknown} */
                            outcome: "mapped" | "ignored" | "refused";
                            value?: string;
                            wins?: string;
                        }[];
                        separations?: {
                            nodes: string[];
                            /** @enum {unknown} */
                            rounds?: "each" | "all";
                        }[];
                        steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep4"] | components["schemas"]["SubProcessStep4"])[];
                    };
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
                    "application/json": components["schemas"]["Definition"];
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
    getDefinition: {
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
                    "application/json": components["schemas"]["Definition"];
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
    updateDefinition: {
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
                    bpmnXml?: string;
                    name: string;
                    revision?: number;
                    tree?: {
                        /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
                        imported?: {
                            name: string;
                            /** @enum {unknown} */
                            outcome: "mapped" | "ignored" | "refused";
                            value?: string;
                            wins?: string;
                        }[];
                        separations?: {
                            nodes: string[];
                            /** @enum {unknown} */
                            rounds?: "each" | "all";
                        }[];
                        steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep4"] | components["schemas"]["SubProcessStep4"])[];
                    };
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
                    "application/json": components["schemas"]["Definition"];
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
    migrateDefinition: {
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
                     * Format: uuid
                     * @description The published definition to move to, of the same business type.
                     */
                    definitionId: string;
                    /** @description Says what would become of it and changes nothing. */
                    dryRun?: boolean;
                    /** @description New node ids by old ones; nodes of equal id need not be named. */
                    nodes?: {
                        [key: string]: string;
                    };
                    reason: string;
                };
            };
        };
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
                    "application/json": components["schemas"]["Migration"];
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
    publishDefinition: {
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Definition"];
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
    retireDefinition: {
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Definition"];
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
    simulateDefinition: {
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
                     * Format: date-time
                     * @description Ninety days before `until` when absent.
                     */
                    from?: string;
                    /** @description The latest so many of the period; 500 when absent. */
                    limit?: number;
                    /**
                     * Format: date-time
                     * @description Now when absent.
                     */
                    until?: string;
                };
            };
        };
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
                    "application/json": components["schemas"]["Simulation"];
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
    getDefinitionXml: {
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
            /** @description BPMN 2.0. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": unknown;
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
    dryRunDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bizType: string;
                    bpmnXml?: string;
                    /**
                     * Format: uuid
                     * @description Who is imagined to start it.
                     */
                    initiatorId?: string;
                    /** @description The id of the one executable process. */
                    key?: string;
                    name?: string;
                    /** @description People chosen for nodes whose candidates the initiator selects, by node id. */
                    selections?: {
                        [key: string]: string[];
                    };
                    tree?: {
                        /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
                        imported?: {
                            name: string;
                            /** @enum {unknown} */
                            outcome: "mapped" | "ignored" | "refused";
                            value?: string;
                            wins?: string;
                        }[];
                        separations?: {
                            nodes: string[];
                            /** @enum {unknown} */
                            rounds?: "each" | "all";
                        }[];
                        steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep4"] | components["schemas"]["SubProcessStep4"])[];
                    };
                    variables: {
                        [key: string]: unknown;
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
                        /** @description False when the path cannot be told to its end. */
                        complete: boolean;
                        openQuestion: string | null;
                        /** @description Nodes on the way whose people whoever starts chooses: members of `selections`. */
                        selections: {
                            node: {
                                id: string;
                                name: string;
                            };
                            /** @description Without a choice the start is refused. */
                            required: boolean;
                        }[];
                        steps: {
                            /** @enum {unknown} */
                            kind: "task" | "copy" | "call";
                            mode: string | null;
                            node: {
                                id: string;
                                name: string;
                            };
                            people: components["schemas"]["Person"][];
                            /** @description Of a node at work, those decided among them. */
                            seats?: {
                                /** @description In whose place, where somebody stands in. */
                                onBehalfOf?: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                };
                                /** @description Who has lent it, and gets it back. */
                                owner?: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                };
                                /** @description Who has it, or who of them could take it. */
                                people: components["schemas"]["Person"][];
                                /** @enum {unknown} */
                                status: "WAITING" | "OPEN" | "CLAIMED" | "DELEGATED" | "APPROVED" | "REJECTED" | "RETURNED" | "TRANSFERRED" | "SKIPPED" | "CANCELLED";
                            }[];
                            /** @enum {unknown} */
                            state: "active" | "expected";
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
    importDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bizType: string;
                    /** @description The id of the one executable process. */
                    key?: string;
                    name?: string;
                    /** @description Ids of repairs, as an import without them names them. */
                    repairs?: string[];
                    /** @description BPMN 2.0 XML, or JSON of FlowLong or Warm-Flow; which one is seen by what is in it. */
                    source: string;
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
                        applied: {
                            /** @description What it would do, in English. */
                            does: string;
                            element: string;
                            /** @description For `repair`; the same for the same document. */
                            id: string;
                            /** @description The model says so already: nothing is chosen for its author. */
                            isSafe: boolean;
                            /** @enum {unknown} */
                            kind: "add_process" | "make_executable" | "make_not_executable" | "add_start" | "add_end" | "name_default" | "reject_otherwise" | "make_parallel" | "go_on_beside" | "hear_message" | "hear_others" | "name_people" | "translate_people" | "replace_person" | "decide_by" | "replace_condition" | "draw_process" | "remove_from_diagram" | "rename" | "declare" | "translate_expression" | "wait_once" | "throw_rejection" | "take_always" | "remove_condition" | "tidy_attributes" | "remove_reference" | "remove_foreign" | "make_user_task" | "ask_application";
                            /** @description What the words are about, for other languages. */
                            values: {
                                [key: string]: string;
                            };
                        }[];
                        /** @description What is not repaired is as it was sent, byte for byte. */
                        bpmnXml: string;
                        /** @enum {unknown} */
                        format: "bpmn" | "flowlong" | "warm-flow";
                        /** @description What became of the parts of another tool, such as Flowable, Camunda or Operaton. */
                        imported: {
                            element: string;
                            /** @description Attribute or element: of another engine without prefix, of another tool as it is written. */
                            name: string;
                            /** @enum {unknown} */
                            outcome: "mapped" | "ignored" | "refused";
                            value?: string;
                            /** @description What counts instead of it, where two say the same thing. */
                            wins?: string;
                        }[];
                        key: string | null;
                        name: string | null;
                        /** @description What keeps it from being published. */
                        problems: {
                            code: string;
                            element: string;
                            message: string;
                            /** @description What can be done about it; one of them is enough. */
                            repairs: {
                                /** @description What it would do, in English. */
                                does: string;
                                element: string;
                                /** @description For `repair`; the same for the same document. */
                                id: string;
                                /** @description The model says so already: nothing is chosen for its author. */
                                isSafe: boolean;
                                /** @enum {unknown} */
                                kind: "add_process" | "make_executable" | "make_not_executable" | "add_start" | "add_end" | "name_default" | "reject_otherwise" | "make_parallel" | "go_on_beside" | "hear_message" | "hear_others" | "name_people" | "translate_people" | "replace_person" | "decide_by" | "replace_condition" | "draw_process" | "remove_from_diagram" | "rename" | "declare" | "translate_expression" | "wait_once" | "throw_rejection" | "take_always" | "remove_condition" | "tidy_attributes" | "remove_reference" | "remove_foreign" | "make_user_task" | "ask_application";
                                /** @description What the words are about, for other languages. */
                                values: {
                                    [key: string]: string;
                                };
                            }[];
                            /** @description What of the element is meant: an attribute, a reference, a person. */
                            subject?: string;
                        }[];
                        /** @description Of those that were named: what is not offered, as it is done or never was. */
                        skipped: string[];
                        /** @description Steps that say the same, for a draft that is edited as such; or null. */
                        tree: unknown;
                        /** @description What can be published and is probably not meant: people nobody knows, conditions that no value changes. */
                        warnings: {
                            code: string;
                            element: string;
                            message: string;
                            /** @description What can be done about it; one of them is enough. */
                            repairs: {
                                /** @description What it would do, in English. */
                                does: string;
                                element: string;
                                /** @description For `repair`; the same for the same document. */
                                id: string;
                                /** @description The model says so already: nothing is chosen for its author. */
                                isSafe: boolean;
                                /** @enum {unknown} */
                                kind: "add_process" | "make_executable" | "make_not_executable" | "add_start" | "add_end" | "name_default" | "reject_otherwise" | "make_parallel" | "go_on_beside" | "hear_message" | "hear_others" | "name_people" | "translate_people" | "replace_person" | "decide_by" | "replace_condition" | "draw_process" | "remove_from_diagram" | "rename" | "declare" | "translate_expression" | "wait_once" | "throw_rejection" | "take_always" | "remove_condition" | "tidy_attributes" | "remove_reference" | "remove_foreign" | "make_user_task" | "ask_application";
                                /** @description What the words are about, for other languages. */
                                values: {
                                    [key: string]: string;
                                };
                            }[];
                            /** @description What of the element is meant: an attribute, a reference, a person. */
                            subject?: string;
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
    repairDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bizType: string;
                    bpmnXml: string;
                    /** @description The id of the one executable process. */
                    key?: string;
                    name?: string;
                    /** @description Ids of repairs, as `validate` names them; without it all that are safe. */
                    repairs?: string[];
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
                        applied: {
                            /** @description What it would do, in English. */
                            does: string;
                            element: string;
                            /** @description For `repair`; the same for the same document. */
                            id: string;
                            /** @description The model says so already: nothing is chosen for its author. */
                            isSafe: boolean;
                            /** @enum {unknown} */
                            kind: "add_process" | "make_executable" | "make_not_executable" | "add_start" | "add_end" | "name_default" | "reject_otherwise" | "make_parallel" | "go_on_beside" | "hear_message" | "hear_others" | "name_people" | "translate_people" | "replace_person" | "decide_by" | "replace_condition" | "draw_process" | "remove_from_diagram" | "rename" | "declare" | "translate_expression" | "wait_once" | "throw_rejection" | "take_always" | "remove_condition" | "tidy_attributes" | "remove_reference" | "remove_foreign" | "make_user_task" | "ask_application";
                            /** @description What the words are about, for other languages. */
                            values: {
                                [key: string]: string;
                            };
                        }[];
                        /** @description What is not repaired is as it was sent, byte for byte. */
                        bpmnXml: string;
                        /** @description What became of the parts of another tool, such as Flowable, Camunda or Operaton. */
                        imported: {
                            element: string;
                            /** @description Attribute or element: of another engine without prefix, of another tool as it is written. */
                            name: string;
                            /** @enum {unknown} */
                            outcome: "mapped" | "ignored" | "refused";
                            value?: string;
                            /** @description What counts instead of it, where two say the same thing. */
                            wins?: string;
                        }[];
                        /** @description What keeps it from being published. */
                        problems: {
                            code: string;
                            element: string;
                            message: string;
                            /** @description What can be done about it; one of them is enough. */
                            repairs: {
                                /** @description What it would do, in English. */
                                does: string;
                                element: string;
                                /** @description For `repair`; the same for the same document. */
                                id: string;
                                /** @description The model says so already: nothing is chosen for its author. */
                                isSafe: boolean;
                                /** @enum {unknown} */
                                kind: "add_process" | "make_executable" | "make_not_executable" | "add_start" | "add_end" | "name_default" | "reject_otherwise" | "make_parallel" | "go_on_beside" | "hear_message" | "hear_others" | "name_people" | "translate_people" | "replace_person" | "decide_by" | "replace_condition" | "draw_process" | "remove_from_diagram" | "rename" | "declare" | "translate_expression" | "wait_once" | "throw_rejection" | "take_always" | "remove_condition" | "tidy_attributes" | "remove_reference" | "remove_foreign" | "make_user_task" | "ask_application";
                                /** @description What the words are about, for other languages. */
                                values: {
                                    [key: string]: string;
                                };
                            }[];
                            /** @description What of the element is meant: an attribute, a reference, a person. */
                            subject?: string;
                        }[];
                        /** @description Of those that were named: what is not offered, as it is done or never was. */
                        skipped: string[];
                        /** @description What can be published and is probably not meant: people nobody knows, conditions that no value changes. */
                        warnings: {
                            code: string;
                            element: string;
                            message: string;
                            /** @description What can be done about it; one of them is enough. */
                            repairs: {
                                /** @description What it would do, in English. */
                                does: string;
                                element: string;
                                /** @description For `repair`; the same for the same document. */
                                id: string;
                                /** @description The model says so already: nothing is chosen for its author. */
                                isSafe: boolean;
                                /** @enum {unknown} */
                                kind: "add_process" | "make_executable" | "make_not_executable" | "add_start" | "add_end" | "name_default" | "reject_otherwise" | "make_parallel" | "go_on_beside" | "hear_message" | "hear_others" | "name_people" | "translate_people" | "replace_person" | "decide_by" | "replace_condition" | "draw_process" | "remove_from_diagram" | "rename" | "declare" | "translate_expression" | "wait_once" | "throw_rejection" | "take_always" | "remove_condition" | "tidy_attributes" | "remove_reference" | "remove_foreign" | "make_user_task" | "ask_application";
                                /** @description What the words are about, for other languages. */
                                values: {
                                    [key: string]: string;
                                };
                            }[];
                            /** @description What of the element is meant: an attribute, a reference, a person. */
                            subject?: string;
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
    validateDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bizType: string;
                    bpmnXml?: string;
                    /** @description The id of the one executable process. */
                    key?: string;
                    name?: string;
                    tree?: {
                        /** @description What became of what another tool said of it; what is `refused` keeps it from being published. */
                        imported?: {
                            name: string;
                            /** @enum {unknown} */
                            outcome: "mapped" | "ignored" | "refused";
                            value?: string;
                            wins?: string;
                        }[];
                        separations?: {
                            nodes: string[];
                            /** @enum {unknown} */
                            rounds?: "each" | "all";
                        }[];
                        steps: (components["schemas"]["ApproveStep"] | components["schemas"]["CopyStep"] | components["schemas"]["CallStep"] | components["schemas"]["AutoStep"] | components["schemas"]["CallbackStep"] | components["schemas"]["DecisionStep"] | components["schemas"]["WaitStep"] | components["schemas"]["EndStep"] | components["schemas"]["JumpStep"] | components["schemas"]["BranchStep4"] | components["schemas"]["SubProcessStep4"])[];
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
                        /** @description What became of the parts of another tool, such as Flowable, Camunda or Operaton. */
                        imported: {
                            element: string;
                            /** @description Attribute or element: of another engine without prefix, of another tool as it is written. */
                            name: string;
                            /** @enum {unknown} */
                            outcome: "mapped" | "ignored" | "refused";
                            value?: string;
                            /** @description What counts instead of it, where two say the same thing. */
                            wins?: string;
                        }[];
                        /** @description What keeps it from being published. */
                        problems: {
                            code: string;
                            element: string;
                            message: string;
                            /** @description What can be done about it; one of them is enough. */
                            repairs: {
                                /** @description What it would do, in English. */
                                does: string;
                                element: string;
                                /** @description For `repair`; the same for the same document. */
                                id: string;
                                /** @description The model says so already: nothing is chosen for its author. */
                                isSafe: boolean;
                                /** @enum {unknown} */
                                kind: "add_process" | "make_executable" | "make_not_executable" | "add_start" | "add_end" | "name_default" | "reject_otherwise" | "make_parallel" | "go_on_beside" | "hear_message" | "hear_others" | "name_people" | "translate_people" | "replace_person" | "decide_by" | "replace_condition" | "draw_process" | "remove_from_diagram" | "rename" | "declare" | "translate_expression" | "wait_once" | "throw_rejection" | "take_always" | "remove_condition" | "tidy_attributes" | "remove_reference" | "remove_foreign" | "make_user_task" | "ask_application";
                                /** @description What the words are about, for other languages. */
                                values: {
                                    [key: string]: string;
                                };
                            }[];
                            /** @description What of the element is meant: an attribute, a reference, a person. */
                            subject?: string;
                        }[];
                        /** @description What can be published and is probably not meant: people nobody knows, conditions that no value changes. */
                        warnings: {
                            code: string;
                            element: string;
                            message: string;
                            /** @description What can be done about it; one of them is enough. */
                            repairs: {
                                /** @description What it would do, in English. */
                                does: string;
                                element: string;
                                /** @description For `repair`; the same for the same document. */
                                id: string;
                                /** @description The model says so already: nothing is chosen for its author. */
                                isSafe: boolean;
                                /** @enum {unknown} */
                                kind: "add_process" | "make_executable" | "make_not_executable" | "add_start" | "add_end" | "name_default" | "reject_otherwise" | "make_parallel" | "go_on_beside" | "hear_message" | "hear_others" | "name_people" | "translate_people" | "replace_person" | "decide_by" | "replace_condition" | "draw_process" | "remove_from_diagram" | "rename" | "declare" | "translate_expression" | "wait_once" | "throw_rejection" | "take_always" | "remove_condition" | "tidy_attributes" | "remove_reference" | "remove_foreign" | "make_user_task" | "ask_application";
                                /** @description What the words are about, for other languages. */
                                values: {
                                    [key: string]: string;
                                };
                            }[];
                            /** @description What of the element is meant: an attribute, a reference, a person. */
                            subject?: string;
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
    listDeliveries: {
        parameters: {
            query?: {
                bizType?: string;
                cursor?: string;
                instanceId?: string;
                limit?: number;
                /** @description BLOCKED waits to be redelivered by hand. What follows it in its instance is PENDING. */
                status?: "PENDING" | "DELIVERED" | "BLOCKED";
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
                        items: components["schemas"]["Delivery"][];
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
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventId: string;
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
                    "application/json": components["schemas"]["DeliveryDetails"];
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
    redeliver: {
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
                eventId: string;
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
                    "application/json": components["schemas"]["DeliveryDetails"];
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
    redeliverMany: {
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
                    /** Format: uuid */
                    instanceId: string;
                } | {
                    /** @description As in `callback.origin`. */
                    origin: string;
                    /** Format: date-time */
                    since: string;
                };
            };
        };
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
                    "application/json": components["schemas"]["Redelivery"];
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
    getEventKeys: {
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
                    "application/json": components["schemas"]["EventKeySet"];
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
    handOver: {
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
                    comment?: string;
                    /** @description As the answer before gave it: goes on behind what that one had tried. */
                    cursor?: string;
                    /** Format: uuid */
                    from: string;
                    /** @default 500 */
                    limit?: number;
                    /** Format: uuid */
                    to: string;
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
                        items: {
                            problem?: {
                                [key: string]: unknown;
                            };
                            /** @description As the action alone would have answered. */
                            status: number;
                            task?: components["schemas"]["Task"];
                            taskNo: string;
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
    streamInbox: {
        parameters: {
            query?: {
                /** @description An approval to follow as well. */
                instanceId?: string;
            };
            header?: {
                /** @description The id of the last event that arrived; what changed since comes first. */
                "last-event-id"?: string;
                /** @description The `id` of the last event that was received, to go on from there. */
                "Last-Event-Id"?: components["parameters"]["Last-Event-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until the stream ends. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Accel-Buffering": components["headers"]["X-Accel-Buffering"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
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
    listIncidents: {
        parameters: {
            query?: {
                bizType?: string;
                cursor?: string;
                /** @description Raised then or later. */
                from?: string;
                instanceId?: string;
                /** @description What is stuck. */
                kind?: "nobody_found" | "nobody_to_escalate_to" | "join_waits_forever" | "no_way_on" | "call_failed" | "delivery_blocked" | "migration_refused";
                limit?: number;
                state?: "open" | "resolved";
                /** @description Raised before. */
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
                        items: components["schemas"]["Incident"][];
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
    getIncident: {
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
                    "application/json": components["schemas"]["Incident"];
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
    resolveIncident: {
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
                    "application/json": components["schemas"]["Incident"];
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
    retryIncident: {
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
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
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
    countIncidents: {
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
                    "application/json": components["schemas"]["IncidentCounts"];
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
    getDelegations: {
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
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            bizTypes: string[] | null;
                            /** Format: date-time */
                            from: string;
                            to: components["schemas"]["Person"];
                            /**
                             * Format: date-time
                             * @description From then on it is over.
                             */
                            until: string;
                        }[];
                        /** @description 0 as long as there never were any. */
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
    replaceDelegations: {
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
                    /** @description Where several hold at once, the first one counts. */
                    items: {
                        bizTypes: string[] | null;
                        /** Format: date-time */
                        from: string;
                        /** Format: uuid */
                        to: string;
                        /**
                         * Format: date-time
                         * @description From then on it is over.
                         */
                        until: string;
                    }[];
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
                        items: {
                            bizTypes: string[] | null;
                            /** Format: date-time */
                            from: string;
                            to: components["schemas"]["Person"];
                            /**
                             * Format: date-time
                             * @description From then on it is over.
                             */
                            until: string;
                        }[];
                        /** @description 0 as long as there never were any. */
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
    getInboxFilters: {
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
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description As `GET /api/bpm/v1/tasks` takes them, each under a name. */
                        items: {
                            bizType?: string;
                            /** @enum {unknown} */
                            box: "todo" | "waiting" | "done" | "cc";
                            name: string;
                            overdue?: boolean;
                            /** @description Part of the title, or the bizId or taskNo. */
                            q?: string;
                        }[];
                        /** @description 0 as long as there never were any. */
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
    replaceInboxFilters: {
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
                    /** @description As `GET /api/bpm/v1/tasks` takes them, each under a name. */
                    items: {
                        bizType?: string;
                        /** @enum {unknown} */
                        box: "todo" | "waiting" | "done" | "cc";
                        name: string;
                        overdue?: boolean;
                        /** @description Part of the title, or the bizId or taskNo. */
                        q?: string;
                    }[];
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
                        /** @description As `GET /api/bpm/v1/tasks` takes them, each under a name. */
                        items: {
                            bizType?: string;
                            /** @enum {unknown} */
                            box: "todo" | "waiting" | "done" | "cc";
                            name: string;
                            overdue?: boolean;
                            /** @description Part of the title, or the bizId or taskNo. */
                            q?: string;
                        }[];
                        /** @description 0 as long as there never were any. */
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
    getNotificationPreferences: {
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
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        language: ("en" | "zh-CN") | null;
                        /**
                         * @description Each time, once a day at eight on the clock of the tenant, or not at all.
                         * @enum {unknown}
                         */
                        mail: "at_once" | "daily" | "off";
                        /** @description 0 as long as nothing was chosen. */
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
    replaceNotificationPreferences: {
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
                    language: ("en" | "zh-CN") | null;
                    /**
                     * @description Each time, once a day at eight on the clock of the tenant, or not at all.
                     * @enum {unknown}
                     */
                    mail: "at_once" | "daily" | "off";
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
                        language: ("en" | "zh-CN") | null;
                        /**
                         * @description Each time, once a day at eight on the clock of the tenant, or not at all.
                         * @enum {unknown}
                         */
                        mail: "at_once" | "daily" | "off";
                        /** @description 0 as long as nothing was chosen. */
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
    listPushSubscriptions: {
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
                        applicationServerKey: string | null;
                        /** @description Oldest first; 10 at most. The endpoints themselves are secrets and not among it. */
                        items: {
                            /** Format: date-time */
                            createdAt: string;
                            device: string | null;
                            /** @description SHA-256 of the endpoint in hexadecimal: by it a browser knows which of them it is itself. */
                            endpointHash: string;
                            /** Format: uuid */
                            id: string;
                            lastSentAt: string | null;
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
    createPushSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The public key of the platform that the device subscribed with, base64url. */
                    applicationServerKey: string;
                    endpoint: string;
                    keys: {
                        auth: string;
                        p256dh: string;
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
                        /** Format: date-time */
                        createdAt: string;
                        device: string | null;
                        /** @description SHA-256 of the endpoint in hexadecimal: by it a browser knows which of them it is itself. */
                        endpointHash: string;
                        /** Format: uuid */
                        id: string;
                        lastSentAt: string | null;
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
                        /** Format: date-time */
                        createdAt: string;
                        device: string | null;
                        /** @description SHA-256 of the endpoint in hexadecimal: by it a browser knows which of them it is itself. */
                        endpointHash: string;
                        /** Format: uuid */
                        id: string;
                        lastSentAt: string | null;
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
    deletePushSubscriptions: {
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
    deletePushSubscription: {
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
    getDrawnSignature: {
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
                    "application/json": components["schemas"]["DrawnSignatureView"];
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
    replaceDrawnSignature: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DrawnSignature"];
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
                    "application/json": components["schemas"]["DrawnSignature"];
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
    endDrawnSignature: {
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
    listMigrations: {
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
                        items: components["schemas"]["Migration"][];
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
    getMigration: {
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
                    "application/json": components["schemas"]["Migration"];
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
    listMigrationResults: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                outcome?: "migrated" | "fits" | "refused";
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
                        items: components["schemas"]["MigrationResult"][];
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
    searchProcessInstances: {
        parameters: {
            query?: {
                bizId?: string;
                bizType?: string;
                box?: "initiated" | "involved" | "cc" | "all";
                /** @description Those alone that another approval called, or none of them. */
                called?: boolean;
                cursor?: string;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
                /** @description Ended then or later. */
                endedFrom?: string;
                /** @description Ended before. */
                endedUntil?: string;
                limit?: number;
                /** @description Part of the title, or the whole bizId. */
                q?: string;
                /** @description Resubmitted then or later. */
                resubmittedFrom?: string;
                /** @description Resubmitted before. */
                resubmittedUntil?: string;
                /** @description Column that the list is sorted by, `-` before it for the largest first; newest first without it. */
                sort?: "createdAt" | "title" | "bizId" | "status" | "-createdAt" | "-title" | "-bizId" | "-status";
                /** @description Started then or later. */
                startedFrom?: string;
                /** @description Started before. */
                startedUntil?: string;
                status?: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
                /** @description With a task of this kind: `waiting` and `overdue` now, `decided` and `returned` by people, `breached` when its due date passed. The other members that begin with `task` say which. */
                task?: "waiting" | "overdue" | "decided" | "returned" | "breached";
                /** @description `waiting` just before then, instead of now. */
                taskAt?: string;
                /** @description Key of the process. */
                taskDefinition?: string;
                /** @description Decided, or due, then or later. */
                taskFrom?: string;
                /** @description Id of the node. */
                taskNode?: string;
                /** @description Who has it, or has decided it. */
                taskPerson?: string;
                /** @description Decided, or due, before. */
                taskUntil?: string;
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
                        items: components["schemas"]["ProcessInstance"][];
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
    startProcessInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bizId: string;
                    bizType: string;
                    /** @description People who are shown it: one copy each, at a node and round. */
                    cc?: string[];
                    /** Format: uuid */
                    definitionId?: string;
                    /** @description Unique for the initiator in the tenant; the same request again finds the first. */
                    idempotencyKey: string;
                    /** @description Name of the message of a start event, or else its id: the approval begins there. Left out it begins at the plain start. */
                    message?: string;
                    /** @description Of the owning application, for business types with `start: "permit"`. */
                    permit?: string;
                    /** @description People chosen for nodes whose candidates the initiator selects, by node id. */
                    selections?: {
                        [key: string]: string[];
                    };
                    title: string;
                    variables: {
                        [key: string]: unknown;
                    };
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
                    "application/json": components["schemas"]["ProcessInstance"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessInstance"];
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
    exportProcessInstances: {
        parameters: {
            query?: {
                bizId?: string;
                bizType?: string;
                box?: "initiated" | "involved" | "cc" | "all";
                /** @description Those alone that another approval called, or none of them. */
                called?: boolean;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
                /** @description Ended then or later. */
                endedFrom?: string;
                /** @description Ended before. */
                endedUntil?: string;
                /** @description Part of the title, or the whole bizId. */
                q?: string;
                /** @description Resubmitted then or later. */
                resubmittedFrom?: string;
                /** @description Resubmitted before. */
                resubmittedUntil?: string;
                /** @description Started then or later. */
                startedFrom?: string;
                /** @description Started before. */
                startedUntil?: string;
                status?: "RUNNING" | "RETURNED" | "SUSPENDED" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "TERMINATED";
                /** @description With a task of this kind: `waiting` and `overdue` now, `decided` and `returned` by people, `breached` when its due date passed. The other members that begin with `task` say which. */
                task?: "waiting" | "overdue" | "decided" | "returned" | "breached";
                /** @description `waiting` just before then, instead of now. */
                taskAt?: string;
                /** @description Key of the process. */
                taskDefinition?: string;
                /** @description Decided, or due, then or later. */
                taskFrom?: string;
                /** @description Id of the node. */
                taskNode?: string;
                /** @description Who has it, or has decided it. */
                taskPerson?: string;
                /** @description Decided, or due, before. */
                taskUntil?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV of RFC 4180 in UTF-8, with a byte order mark, for Excel. Times are UTC. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
    getProcessInstance: {
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
                    "application/json": components["schemas"]["ProcessInstance"];
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
    removeProcessInstanceAttachment: {
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
                versionId: string;
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
    listCalledProcessInstances: {
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
                        items: components["schemas"]["CalledInstance"][];
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
    commentOnProcessInstance: {
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
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    comment: string;
                    mentions?: string[];
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
                        action: string;
                        actor: {
                            id: string;
                            /** @enum {unknown} */
                            kind: "user" | "service";
                            name: string;
                        };
                        /** Format: date-time */
                        at: string;
                        attachments: {
                            /** Format: uuid */
                            documentId: string;
                            /** @description Whether the reader may take it away now; not in a record. */
                            mayRemove?: boolean;
                            name: string;
                            /** @description It was taken away, and no task shows it any more. */
                            removed?: {
                                /** Format: date-time */
                                at: string;
                                by: {
                                    id: string;
                                    /** @enum {unknown} */
                                    kind: "user" | "service";
                                    name: string;
                                };
                                /** @description Of the entry that says so. */
                                sequence: number;
                            };
                            /** @description Of its bytes, in hexadecimal, as it was attached. */
                            sha256?: string;
                            /** Format: uuid */
                            versionId: string;
                        }[];
                        /**
                         * @description Of an action on a task: how the actor said that they had seen what it showed then, by its content hash or by the revision of the task; `none` when they did not say so.
                         * @enum {unknown}
                         */
                        boundBy?: "contentHash" | "revision" | "none";
                        /** @description Of a decision: the values it was made on that are others now, and `@attachments` where something was taken away that was attached then. */
                        changedSince?: string[];
                        comment: string | null;
                        /** @description What the task showed to the actor then. For those alone who may see all of it: of a few values a hash can be guessed. */
                        contentHash?: string;
                        details: {
                            [key: string]: unknown;
                        };
                        moves: {
                            node: {
                                id: string;
                                name: string;
                            };
                            outcome: string;
                        }[];
                        /** @description In whose place, where somebody stands in. */
                        onBehalfOf?: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        round: number;
                        sequence: number;
                        task: {
                            node: {
                                id: string;
                                name: string;
                            };
                            taskNo: string;
                        } | null;
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
    getProcessInstanceDiagram: {
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
                        bpmnXml: string;
                        /** @description Nodes that were reached; the others are still ahead or were passed by. */
                        nodes: {
                            id: string;
                            /** @enum {unknown} */
                            state: "active" | "done" | "rejected" | "returned";
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
    expectEndOfProcessInstance: {
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
                        expectedEnd: {
                            /** @description Approvals of this process that were decided since then, at most the last 1,000: from when they came to this step, or, where `node` is null, from their start. */
                            basis: {
                                /** @description Those that took at least as long as this one has by now. */
                                approvals: number;
                                definitionKey: string;
                                node: {
                                    id: string;
                                    name: string;
                                } | null;
                                /** Format: date-time */
                                since: string;
                            };
                            /** Format: date-time */
                            medianAt: string;
                            /** Format: date-time */
                            p90At: string;
                        } | null;
                        /** @description With fewer nothing is told. */
                        fewestApprovals: number;
                        reason: ("not_running" | "too_few" | "longer_than_usual") | null;
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
    forecastProcessInstance: {
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
                        /** @description False when the path cannot be told to its end. */
                        complete: boolean;
                        openQuestion: string | null;
                        steps: {
                            /** @enum {unknown} */
                            kind: "task" | "copy" | "call";
                            mode: string | null;
                            node: {
                                id: string;
                                name: string;
                            };
                            people: components["schemas"]["Person"][];
                            /** @description Of a node at work, those decided among them. */
                            seats?: {
                                /** @description In whose place, where somebody stands in. */
                                onBehalfOf?: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                };
                                /** @description Who has lent it, and gets it back. */
                                owner?: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                };
                                /** @description Who has it, or who of them could take it. */
                                people: components["schemas"]["Person"][];
                                /** @enum {unknown} */
                                status: "WAITING" | "OPEN" | "CLAIMED" | "DELEGATED" | "APPROVED" | "REJECTED" | "RETURNED" | "TRANSFERRED" | "SKIPPED" | "CANCELLED";
                            }[];
                            /** @enum {unknown} */
                            state: "active" | "expected";
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
    jumpProcessInstance: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Says what would come of it and changes nothing. */
                    dryRun?: boolean;
                    /** @description Also where a branch is or may be stranded, or nobody decides; the log says so. */
                    force?: boolean;
                    reason: string;
                    /** @description A node, or one of each branch that is to go on. */
                    to: string | string[];
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
                    "application/json": components["schemas"]["JumpedProcessInstance"];
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
    getLastLook: {
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
                    "application/json": components["schemas"]["LastLook"];
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
    recordLastLook: {
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
                    /** @description Of the approval as it was shown; a later one than there is counts as the newest. */
                    sequence: number;
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
    migrateProcessInstance: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The published definition to move to, of the same business type.
                     */
                    definitionId: string;
                    /** @description Says what would become of it and changes nothing. */
                    dryRun?: boolean;
                    /** @description New node ids by old ones; nodes of equal id need not be named. */
                    nodes?: {
                        [key: string]: string;
                    };
                    reason: string;
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
                    "application/json": components["schemas"]["MigratedProcessInstance"];
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
    getProcessInstanceRecord: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of texts for people: English or Chinese.
                 * @example zh-CN, en;q=0.5
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed document, or with `Accept: application/pdf` a print that carries it. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jose": string;
                    "application/pdf": string;
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
    remindApprovers: {
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
                    comment?: string;
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
                        reminded: string[];
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
    resubmitProcessInstance: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
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
                    "application/json": components["schemas"]["ProcessInstance"];
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
    resumeProcessInstance: {
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
                id: string;
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
                    "application/json": components["schemas"]["ProcessInstance"];
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
    listProcessInstanceRounds: {
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
                        items: components["schemas"]["Round"][];
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
    suspendProcessInstance: {
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
                id: string;
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
                    "application/json": components["schemas"]["ProcessInstance"];
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
    terminateProcessInstance: {
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
                id: string;
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
                    "application/json": components["schemas"]["ProcessInstance"];
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
    getProcessInstanceTimeline: {
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
                            action: string;
                            actor: {
                                id: string;
                                /** @enum {unknown} */
                                kind: "user" | "service";
                                name: string;
                            };
                            /** Format: date-time */
                            at: string;
                            attachments: {
                                /** Format: uuid */
                                documentId: string;
                                /** @description Whether the reader may take it away now; not in a record. */
                                mayRemove?: boolean;
                                name: string;
                                /** @description It was taken away, and no task shows it any more. */
                                removed?: {
                                    /** Format: date-time */
                                    at: string;
                                    by: {
                                        id: string;
                                        /** @enum {unknown} */
                                        kind: "user" | "service";
                                        name: string;
                                    };
                                    /** @description Of the entry that says so. */
                                    sequence: number;
                                };
                                /** @description Of its bytes, in hexadecimal, as it was attached. */
                                sha256?: string;
                                /** Format: uuid */
                                versionId: string;
                            }[];
                            /**
                             * @description Of an action on a task: how the actor said that they had seen what it showed then, by its content hash or by the revision of the task; `none` when they did not say so.
                             * @enum {unknown}
                             */
                            boundBy?: "contentHash" | "revision" | "none";
                            /** @description Of a decision: the values it was made on that are others now, and `@attachments` where something was taken away that was attached then. */
                            changedSince?: string[];
                            comment: string | null;
                            /** @description What the task showed to the actor then. For those alone who may see all of it: of a few values a hash can be guessed. */
                            contentHash?: string;
                            details: {
                                [key: string]: unknown;
                            };
                            moves: {
                                node: {
                                    id: string;
                                    name: string;
                                };
                                outcome: string;
                            }[];
                            /** @description In whose place, where somebody stands in. */
                            onBehalfOf?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                            round: number;
                            sequence: number;
                            task: {
                                node: {
                                    id: string;
                                    name: string;
                                };
                                taskNo: string;
                            } | null;
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
    withdrawProcessInstance: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string;
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
                    "application/json": components["schemas"]["ProcessInstance"];
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
    previewProcessInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bizId: string;
                    bizType: string;
                    /** @description People who are shown it: one copy each, at a node and round. */
                    cc?: string[];
                    /** Format: uuid */
                    definitionId?: string;
                    /** @description Name of the message of a start event, or else its id: the approval begins there. Left out it begins at the plain start. */
                    message?: string;
                    /** @description People chosen for nodes whose candidates the initiator selects, by node id. */
                    selections?: {
                        [key: string]: string[];
                    };
                    title: string;
                    variables: {
                        [key: string]: unknown;
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
                        /** @description False when the path cannot be told to its end. */
                        complete: boolean;
                        openQuestion: string | null;
                        /** @description Nodes on the way whose people whoever starts chooses: members of `selections`. */
                        selections: {
                            node: {
                                id: string;
                                name: string;
                            };
                            /** @description Without a choice the start is refused. */
                            required: boolean;
                        }[];
                        steps: {
                            /** @enum {unknown} */
                            kind: "task" | "copy" | "call";
                            mode: string | null;
                            node: {
                                id: string;
                                name: string;
                            };
                            people: components["schemas"]["Person"][];
                            /** @description Of a node at work, those decided among them. */
                            seats?: {
                                /** @description In whose place, where somebody stands in. */
                                onBehalfOf?: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                };
                                /** @description Who has lent it, and gets it back. */
                                owner?: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                };
                                /** @description Who has it, or who of them could take it. */
                                people: components["schemas"]["Person"][];
                                /** @enum {unknown} */
                                status: "WAITING" | "OPEN" | "CLAIMED" | "DELEGATED" | "APPROVED" | "REJECTED" | "RETURNED" | "TRANSFERRED" | "SKIPPED" | "CANCELLED";
                            }[];
                            /** @enum {unknown} */
                            state: "active" | "expected";
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
    getRecordKeys: {
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
                    "application/json": components["schemas"]["RecordKeySet"];
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
    listRetentionRemovals: {
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
                        items: components["schemas"]["RetentionRemoval"][];
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
    listSignalStarts: {
        parameters: {
            query?: {
                bizType?: string;
                cursor?: string;
                definitionKey?: string;
                limit?: number;
                state?: "waiting" | "failing";
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
                        items: components["schemas"]["SignalStart"][];
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
    getSignalStart: {
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
                    "application/json": components["schemas"]["SignalStart"];
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
    retrySignalStart: {
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
                    "application/json": components["schemas"]["SignalStart"];
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
    skipSignalStart: {
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
                    "application/json": components["schemas"]["SignalStart"];
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
    throwSignal: {
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
                    /** @description Name of a signal with `approval:scope="tenant"`, as definitions wait for it. */
                    name: string;
                };
            };
        };
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
                    "application/json": components["schemas"]["Signal"];
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
    getSignal: {
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
                    "application/json": components["schemas"]["Signal"];
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
    listSimulations: {
        parameters: {
            query?: {
                cursor?: string;
                definitionId?: string;
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
                        items: components["schemas"]["Simulation"][];
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
    getSimulation: {
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
                    "application/json": components["schemas"]["Simulation"];
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
    cancelSimulation: {
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
                    "application/json": components["schemas"]["Simulation"];
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
    listSimulationResults: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                outcome?: "same" | "otherPeople" | "otherResult" | "open" | "stuck";
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
                        items: components["schemas"]["SimulationResult"][];
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
    getSimulationSummary: {
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
                    "application/json": components["schemas"]["SimulationSummary"];
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
    listStartSchedules: {
        parameters: {
            query?: {
                bizType?: string;
                cursor?: string;
                definitionKey?: string;
                limit?: number;
                /** @description failing: what is due cannot be started; ended: nothing comes any more. */
                state?: "waiting" | "failing" | "ended";
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
                        items: components["schemas"]["StartSchedule"][];
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
    getStartSchedule: {
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
                    "application/json": components["schemas"]["StartSchedule"];
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
    retryStartSchedule: {
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
                    "application/json": components["schemas"]["StartSchedule"];
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
    skipStartSchedule: {
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
                    /** Format: date-time */
                    dueAt: string;
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
                    "application/json": components["schemas"]["StartSchedule"];
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
    listStartSkips: {
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
                        items: components["schemas"]["StartSkip"][];
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
    getStatistics: {
        parameters: {
            query?: {
                bizType?: string;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
                /** @description Thirty days before `until` when absent. */
                from?: string;
                /** @description Now when absent. */
                until?: string;
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
                        /** @description False when there are more nodes or people; name a process, or read the files. */
                        complete: boolean;
                        /** Format: date-time */
                        from: string;
                        instances: {
                            /** @description Called by other approvals in the period; counted in none of the others here. */
                            called: number;
                            /** @description Ended in the period, but for those that others called. */
                            ended: number;
                            /** @description From the start to the end, of those that ended in the period. */
                            medianSeconds: number;
                            /** @description Started in the period and returned at least once. */
                            returned: number;
                            /** @description `returned` by `started`; 0 when none was started. */
                            returnRate: number;
                            /** @description Started in the period, by people, by a time or by a signal. */
                            started: number;
                        };
                        /** @description At most 500, those first that most was decided or waits at. */
                        nodes: {
                            /** @description Undecided now. */
                            backlog: number;
                            /** @description Tasks that people decided in the period. */
                            decided: number;
                            definitionKey: string;
                            /** @description From when a task could be decided until it was; half were faster. */
                            medianSeconds: number;
                            node: {
                                id: string;
                                name: string;
                            };
                            /** @description Undecided now, and past their due date. */
                            overdue: number;
                            /** @description Nine of ten were faster. */
                            p90Seconds: number;
                            /** @description Those of them that were returned. */
                            returned: number;
                            /** @description The backlog, by how long each has waited so far. */
                            waitingFor: {
                                longer: number;
                                upToAWeek: number;
                                upToOneDay: number;
                                upToThreeDays: number;
                            };
                        }[];
                        /** @description At most 500, to who holds `bpm:workload:read`, those first who decided or have most; none to others. A task that several can take is nobody’s backlog until one has it. */
                        people: {
                            /** @description Undecided now. */
                            backlog: number;
                            /** @description Tasks that people decided in the period. */
                            decided: number;
                            /** @description From when a task could be decided until it was; half were faster. */
                            medianSeconds: number;
                            /** @description Undecided now, and past their due date. */
                            overdue: number;
                            /** @description Nine of ten were faster. */
                            p90Seconds: number;
                            person: components["schemas"]["Person"];
                            /** @description Those of them that were returned. */
                            returned: number;
                        }[];
                        /** Format: date-time */
                        until: string;
                        workload: {
                            backlog: {
                                /** @description Half of the people have less. */
                                median: number;
                                /** @description Nine of ten have less. */
                                p90: number;
                            };
                            decided: {
                                /** @description Half of the people have less. */
                                median: number;
                                /** @description Nine of ten have less. */
                                p90: number;
                            };
                            medianSeconds: {
                                /** @description Half of the people have less. */
                                median: number;
                                /** @description Nine of ten have less. */
                                p90: number;
                            } | null;
                            /** @description Who decided something, or has something to decide. */
                            people: number;
                        } | null;
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
    getForecasts: {
        parameters: {
            query?: {
                bizType?: string;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
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
                        /** Format: date-time */
                        at: string;
                        /** @description False when more than 5,000 wait, or in more than 20 processes; name one. */
                        complete: boolean;
                        /** @description With fewer decided ones at a step nothing is told of it. */
                        fewestApprovals: number;
                        /** Format: date-time */
                        since: string;
                        /** @description Those first where most waits. */
                        steps: {
                            /** @description Decided ones that were there and ended since `since`: at most 200 of the process. */
                            approvals: number;
                            definitionKey: string;
                            expected: {
                                /** @description After a week. */
                                later: number;
                                /** @description Longer there than nearly all before them. */
                                unknown: number;
                                /** @description Expected to be decided, as a whole, within a day from now. */
                                withinADay: number;
                                /** @description After a day, and within a week. */
                                withinAWeek: number;
                            } | null;
                            node: {
                                id: string;
                                name: string;
                            };
                            /** @description Running approvals that wait at it; one that is there several times at once counts as often. */
                            waiting: number;
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
    exportNodeStatistics: {
        parameters: {
            query?: {
                bizType?: string;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
                /** @description Thirty days before `until` when absent. */
                from?: string;
                /** @description Now when absent. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV of RFC 4180 in UTF-8, with a byte order mark, for Excel. Times are UTC. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
    exportPeopleStatistics: {
        parameters: {
            query?: {
                bizType?: string;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
                /** @description Thirty days before `until` when absent. */
                from?: string;
                /** @description Now when absent. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV of RFC 4180 in UTF-8, with a byte order mark, for Excel. Times are UTC. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
    getStatisticsSeries: {
        parameters: {
            query?: {
                bizType?: string;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
                /** @description Thirty days ago when absent. */
                from?: string;
                /** @description `week` when absent. */
                interval?: "day" | "week";
                /**
                 * @description By its name in the IANA database; that of the tenant’s calendar when absent.
                 * @example Asia/Shanghai
                 */
                timeZone?: string;
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
                        /** @enum {unknown} */
                        interval: "day" | "week";
                        /** @description In the order of time. The first is whole, also where the period begins in it; the last one grows until now. */
                        points: {
                            /** @description Tasks that passed their due date undecided. */
                            breached: number;
                            /**
                             * @description Its first day in this time zone; weeks begin on Monday.
                             * @example 2026-01-26
                             */
                            day: string;
                            /** @description Tasks that people decided. */
                            decided: number;
                            /** Format: date-time */
                            from: string;
                            medianSeconds: number | null;
                            p90Seconds: number | null;
                            /** @description Resubmissions. */
                            resubmitted: number;
                            /** @description Those of them that were returned. */
                            returned: number;
                            /** @description Approvals that were resubmitted, however often each. */
                            reworked: number;
                            /** @description Approvals that people, a time or a signal started. */
                            started: number;
                            /** Format: date-time */
                            until: string;
                            /** @description Tasks undecided at its end. */
                            waiting: number;
                        }[];
                        /** @description In which days and weeks begin. */
                        timeZone: string;
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
    exportStatisticsSeries: {
        parameters: {
            query?: {
                bizType?: string;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
                /** @description Thirty days ago when absent. */
                from?: string;
                /** @description `week` when absent. */
                interval?: "day" | "week";
                /**
                 * @description By its name in the IANA database; that of the tenant’s calendar when absent.
                 * @example Asia/Shanghai
                 */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV of RFC 4180 in UTF-8, with a byte order mark, for Excel. Times are UTC. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
    getStepStatistics: {
        parameters: {
            query?: {
                bizType?: string;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
                /** @description Thirty days ago when absent. */
                from?: string;
                /**
                 * @description By its name in the IANA database; that of the tenant’s calendar when absent.
                 * @example Asia/Shanghai
                 */
                timeZone?: string;
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
                        /** @description False when there are more; name a process. */
                        complete: boolean;
                        /** @description At most 100, those first that most was decided at. */
                        steps: {
                            definitionKey: string;
                            node: {
                                id: string;
                                name: string;
                            };
                            /** @description One for each of the weeks. */
                            points: {
                                /** @description Tasks that passed their due date undecided. */
                                breached: number;
                                /** @description Tasks that people decided. */
                                decided: number;
                                medianSeconds: number | null;
                                p90Seconds: number | null;
                                /** @description Those of them that were returned. */
                                returned: number;
                                /** @description Tasks undecided at its end. */
                                waiting: number;
                            }[];
                        }[];
                        /** @description In which days and weeks begin. */
                        timeZone: string;
                        /** @description In the order of time; the first is whole, the last one grows until now. */
                        weeks: {
                            /**
                             * @description Its first day in this time zone; weeks begin on Monday.
                             * @example 2026-01-26
                             */
                            day: string;
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            until: string;
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
    exportStepStatistics: {
        parameters: {
            query?: {
                bizType?: string;
                /** @description Key of the process, all versions. */
                definitionKey?: string;
                /** @description Thirty days ago when absent. */
                from?: string;
                /**
                 * @description By its name in the IANA database; that of the tenant’s calendar when absent.
                 * @example Asia/Shanghai
                 */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV of RFC 4180 in UTF-8, with a byte order mark, for Excel. Times are UTC. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
    listTasks: {
        parameters: {
            query?: {
                bizType?: string;
                box?: "todo" | "waiting" | "done" | "cc";
                cursor?: string;
                initiator?: string;
                limit?: number;
                /** @description By when it came into the box, or by `due`, of the box todo: what is due first, then what is due at no time, newest first. */
                order?: "newest" | "oldest" | "due";
                overdue?: boolean;
                /** @description Part of the title, or the bizId or taskNo. */
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
                        items: components["schemas"]["TaskListItem"][];
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
    exportTasks: {
        parameters: {
            query?: {
                bizType?: string;
                box?: "todo" | "waiting" | "done" | "cc";
                initiator?: string;
                overdue?: boolean;
                /** @description Part of the title, or the bizId or taskNo. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV of RFC 4180 in UTF-8, with a byte order mark, for Excel. Times are UTC. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskNo: string;
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
                    "application/json": components["schemas"]["Task"];
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
    addSignTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
                    /** @enum {unknown} */
                    position: "before" | "after" | "parallel";
                    revision?: number;
                    users: string[];
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
                    "application/json": components["schemas"]["Task"];
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
    approveTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    /** @description People who are shown it: one copy each, at a node and round. */
                    cc?: string[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
                    revision?: number;
                    selections?: {
                        [key: string]: string[];
                    };
                    variables?: {
                        [key: string]: unknown;
                    };
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
                    "application/json": components["schemas"]["Task"];
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
    claimTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
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
    delegateTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
                    revision?: number;
                    /** Format: uuid */
                    to: string;
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
                    "application/json": components["schemas"]["Task"];
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
    readTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
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
                    "application/json": components["schemas"]["Task"];
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
    rejectTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    /** @description People who are shown it: one copy each, at a node and round. */
                    cc?: string[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
                    revision?: number;
                    variables?: {
                        [key: string]: unknown;
                    };
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
                    "application/json": components["schemas"]["Task"];
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
    removeSignTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
                    revision?: number;
                    users: string[];
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
                    "application/json": components["schemas"]["Task"];
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
    resolveTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
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
    returnTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    /** @description People who are shown it: one copy each, at a node and round. */
                    cc?: string[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
                    /** @enum {unknown} */
                    resubmitMode?: "rerun" | "straightBack";
                    /** @description `initiator` (also when left out), `previous`, a node id, or several. */
                    returnTo?: string | string[];
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
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
    takeBackTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
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
    transferTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
                    revision?: number;
                    /** Format: uuid */
                    to: string;
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
                    "application/json": components["schemas"]["Task"];
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
    unclaimTask: {
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
                taskNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attachments?: {
                        /** Format: uuid */
                        documentId: string;
                        name: string;
                        /** Format: uuid */
                        versionId: string;
                    }[];
                    comment?: string;
                    /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                    contentHash?: string;
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
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
    decideTasks: {
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
                    /** @enum {unknown} */
                    action: "approve" | "reject";
                    comment?: string;
                    items: {
                        /** @description As the task had it when its reader decided: 412 `bpm.content_changed` if it moved. */
                        contentHash?: string;
                        revision?: number;
                        taskNo: string;
                    }[];
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
                        items: {
                            problem?: {
                                [key: string]: unknown;
                            };
                            /** @description As the action alone would have answered. */
                            status: number;
                            task?: components["schemas"]["Task"];
                            taskNo: string;
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
    countTasks: {
        parameters: {
            query?: {
                /** @description Moments, one after the other: `due` says how much of what is to do is due before each and not before the one before. */
                dueBefore?: string[];
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
                        /** @description Counting stops here: a number above it means "more". */
                        cap: number;
                        /** @description Not read yet. */
                        cc: number;
                        done: number;
                        due?: {
                            /** @description One for each of `dueBefore`. */
                            before: number[];
                            later: number;
                            /** @description Due at no time. */
                            none: number;
                        };
                        overdue: number;
                        todo: number;
                        /** @description Theirs, and with others now. */
                        waiting: number;
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
    listOwnBizTypes: {
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
                        items: components["schemas"]["OwnedBizType"][];
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
    registerBizType: {
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
                    callback: {
                        /** @description Event types to send; when left out, all but task.assigned and incident.*. The instance.* ones are always sent. */
                        events?: ("instance.started" | "instance.returned" | "instance.resubmitted" | "instance.approved" | "instance.rejected" | "instance.withdrawn" | "instance.terminated" | "instance.restored" | "variables.updated" | "task.created" | "task.assigned" | "task.completed" | "task.cancelled" | "callback.requested" | "incident.raised" | "incident.resolved")[];
                        /** @description How many events of one approval the receiver takes in one request (CloudEvents, batched mode), where several wait. Left out it is 1. */
                        maxEventsPerRequest?: number;
                        origin: string;
                        path?: string;
                    };
                    code: string;
                    detailPath: string;
                    initiatePermission: string;
                    /** @description The values that tell at a glance what is to be decided, in their order. Left out they stay as they were. */
                    keyFields?: {
                        /**
                         * @description Of money: ISO 4217.
                         * @example CNY
                         */
                        currency?: string;
                        /** @description Of money: the string variable that says it. */
                        currencyVariable?: string;
                        /**
                         * @description text of a string; money and quantity of a number; date and dateTime of a date; person of a user or users.
                         * @enum {unknown}
                         */
                        format: "text" | "money" | "quantity" | "date" | "dateTime" | "person";
                        label: {
                            en: string;
                            "zh-CN": string;
                        };
                        unit?: {
                            en: string;
                            "zh-CN": string;
                        };
                        /** @description One that is declared. */
                        variable: string;
                    }[];
                    name: string;
                    /** @description The name in each language. Left out it stays as it was. */
                    names?: {
                        en: string;
                        "zh-CN": string;
                    };
                    /**
                     * @description permit: a start carries a permit of the owning application; open: it needs none. Left out it stays as it was, and is open at first.
                     * @enum {unknown}
                     */
                    start?: "open" | "permit";
                    /** @description The same of signals that are thrown to the tenant: whether they may start approvals of the type, without a permit. */
                    startsBySignal?: boolean;
                    /** @description Whether processes of the type may start approvals by time, without a permit. Left out it stays as it was, and at first is so where starts are open. */
                    startsByTime?: boolean;
                    variables: {
                        label?: string;
                        /** @description The label in each language; `label` is for who knows one alone. */
                        labels?: {
                            en: string;
                            "zh-CN": string;
                        };
                        name: string;
                        required?: boolean;
                        /** @enum {unknown} */
                        type: "string" | "number" | "boolean" | "date" | "user" | "users";
                    }[];
                    version: string;
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
                    "application/json": components["schemas"]["OwnedBizType"];
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
                    "application/json": components["schemas"]["OwnedBizType"];
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
    getOwnBizType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
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
                    "application/json": components["schemas"]["OwnedBizType"];
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
    getRecordTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
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
                    "application/json": components["schemas"]["RecordTemplate"];
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
    replaceRecordTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordTemplate"];
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
                    "application/json": components["schemas"]["RecordTemplate"];
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
    listOwnDeliveries: {
        parameters: {
            query?: {
                bizType?: string;
                cursor?: string;
                instanceId?: string;
                limit?: number;
                /** @description BLOCKED waits to be redelivered by hand. What follows it in its instance is PENDING. */
                status?: "PENDING" | "DELIVERED" | "BLOCKED";
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
                        items: components["schemas"]["Delivery"][];
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
    getOwnDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventId: string;
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
                    "application/json": components["schemas"]["DeliveryDetails"];
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
    redeliverOwn: {
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
                eventId: string;
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
                    "application/json": components["schemas"]["DeliveryDetails"];
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
    redeliverOwnMany: {
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
                    /** Format: uuid */
                    instanceId: string;
                } | {
                    /** @description As in `callback.origin`. */
                    origin: string;
                    /** Format: date-time */
                    since: string;
                };
            };
        };
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
                    "application/json": components["schemas"]["Redelivery"];
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
    listOwnIncidents: {
        parameters: {
            query?: {
                bizType?: string;
                cursor?: string;
                /** @description Raised then or later. */
                from?: string;
                instanceId?: string;
                /** @description What is stuck. */
                kind?: "nobody_found" | "nobody_to_escalate_to" | "join_waits_forever" | "no_way_on" | "call_failed" | "delivery_blocked" | "migration_refused";
                limit?: number;
                state?: "open" | "resolved";
                /** @description Raised before. */
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
                        items: components["schemas"]["Incident"][];
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
    getOwnIncident: {
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
                    "application/json": components["schemas"]["Incident"];
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
    findOwnedProcessInstances: {
        parameters: {
            query?: {
                bizId?: string;
                bizType?: string;
                cursor?: string;
                idempotencyKey?: string;
                initiator?: string;
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
                        items: components["schemas"]["ProcessInstance"][];
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
    getOwnedProcessInstance: {
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
                    "application/json": components["schemas"]["ProcessInstance"];
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
    removeOwnedProcessInstanceAttachment: {
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
                versionId: string;
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
    listInstanceEvents: {
        parameters: {
            query?: {
                /** @description The last one that you have. */
                afterSequence?: number;
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
                        items: ({
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
                            /** @enum {string} */
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
                            /** @enum {string} */
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
                        })[];
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
    sendProcessInstanceMessage: {
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
                    /** @description The answer is an error of this code: it is caught on the border of what waits for the message, or around it. */
                    error?: string;
                    /** @description Name of the message that a receive task or an event refers to, or else the id of the element; of a callback that waits for its answer the request. */
                    message: string;
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
                    "application/json": components["schemas"]["ProcessInstance"];
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
    getOwnedProcessInstanceRecord: {
        parameters: {
            query?: {
                /** @description Of the print; English if not said. */
                language?: "en" | "zh-CN";
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
                        /** @description The PDF that carries it, in base64 (RFC 4648 section 4). */
                        print: string;
                        /** @description The compact JWS. */
                        record: string;
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
    updateProcessInstanceVariables: {
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
                    [key: string]: unknown;
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
                    "application/json": components["schemas"]["ProcessInstance"];
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
    throwOwnedSignal: {
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
                    /** @description Name of a signal with `approval:scope="tenant"`, as definitions wait for it. */
                    name: string;
                };
            };
        };
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
                    "application/json": components["schemas"]["Signal"];
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
    getOwnedSignal: {
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
                    "application/json": components["schemas"]["Signal"];
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
    fenceStartKey: {
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
                    idempotencyKey: string;
                    /** Format: uuid */
                    initiator: string;
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
                    "application/json": components["schemas"]["FencedStartKey"];
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
    issueStartPermit: {
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
                    bizId: string;
                    bizType: string;
                    /** @description base64url of the SHA-256 of the RFC 8785 form of { bizType, bizId, title, variables }, with definitionId and message if the start has them. */
                    contentHash: string;
                    expiresInSeconds: number;
                    /** Format: uuid */
                    initiator: string;
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
                    "application/json": components["schemas"]["StartPermit"];
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
