import { requirePermission } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { PageQuery, pageOf } from '@countersign/service-kit/page'
import { tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { readsAll, userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { InstanceView, toInstanceView } from '../../../runtime/views/instance-view.ts'
import { PathView } from '../../../runtime/views/path-view.ts'
import { getReadable } from '../access.ts'
import { CalledView, DiagramView, ExpectedEndView, InstanceParams, SearchQuery } from '../schema.ts'
import { listCalledInstances } from './called.ts'
import { drawProgress } from './diagram.ts'
import { expectEnd } from './expected-end.ts'
import { forecastInstance } from './forecast.ts'
import { searchInstances } from './search.ts'

const config = { caller: 'user', agents: true } as const
const tags = ['instances']

/** Looking at approvals. */
export function addInstanceRoutes(app: App, deps: Deps): void {
  addFinding(app, deps)
  addProgress(app, deps)
  addExpectedEnd(app, deps)
  addCalled(app, deps)
}

function addFinding(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/process-instances',
    {
      config,
      schema: {
        operationId: 'searchProcessInstances',
        summary:
          'Approvals that I started, take part in or was shown; newest first unless it is said otherwise',
        tags,
        querystring: SearchQuery,
        response: { 200: pageOf(InstanceView) },
      },
    },
    async (request) => {
      const reader = userOf(request)
      if (request.query.box === 'all' && !readsAll(reader)) {
        requirePermission(request.caller, 'bpm:instance:read')
      }
      return searchInstances(deps, reader, request.query)
    },
  )

  app.get(
    '/api/bpm/v1/process-instances/:id',
    {
      config,
      schema: {
        operationId: 'getProcessInstance',
        summary: 'An approval as the caller may see it',
        tags,
        params: InstanceParams,
        response: { 200: InstanceView },
      },
    },
    async (request, reply) => {
      const { instance, variables } = await getReadable(deps, userOf(request), request.params.id)
      tagRevision(reply, instance)
      return toInstanceView(instance, variables)
    },
  )
}

function addProgress(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/process-instances/:id/diagram',
    {
      config,
      schema: {
        operationId: 'getProcessInstanceDiagram',
        summary: 'The process as BPMN, and which nodes were reached',
        tags,
        params: InstanceParams,
        response: { 200: DiagramView },
      },
    },
    async (request) => {
      const { instance } = await getReadable(deps, userOf(request), request.params.id)
      return drawProgress(deps, instance)
    },
  )

  app.get(
    '/api/bpm/v1/process-instances/:id/forecast',
    {
      config,
      schema: {
        operationId: 'forecastProcessInstance',
        summary: 'Where it goes from here, and to whom, if everybody approves',
        tags,
        params: InstanceParams,
        response: { 200: PathView },
      },
    },
    async (request) => {
      const { instance } = await getReadable(deps, userOf(request), request.params.id)
      return forecastInstance(deps, instance)
    },
  )
}

function addExpectedEnd(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/process-instances/:id/expected-end',
    {
      config,
      schema: {
        operationId: 'expectEndOfProcessInstance',
        summary: 'When it will probably be decided, by those of its process that were',
        tags,
        params: InstanceParams,
        response: { 200: ExpectedEndView },
      },
    },
    async (request): Promise<ExpectedEndView> => {
      const reader = userOf(request)
      const { instance } = await getReadable(deps, reader, request.params.id)
      return expectEnd(deps, reader, instance)
    },
  )
}

function addCalled(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/process-instances/:id/called',
    {
      config,
      schema: {
        operationId: 'listCalledProcessInstances',
        summary: 'The approvals that call activities of this one have started, oldest first',
        tags,
        params: InstanceParams,
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(CalledView) },
      },
    },
    async (request) => listCalledInstances(deps, userOf(request), request.params.id, request.query),
  )
}
