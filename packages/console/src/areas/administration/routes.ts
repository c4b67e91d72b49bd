import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, rootRoute, withTexts } from '../../app/root-route.tsx'
import { auditPermissions } from './audit/permissions.ts'
import { readAuditSearch } from './audit/search.ts'

const loader = withTexts('administration')

const firstStepsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'first-steps',
  beforeLoad: onlyWith('iam:user:write'),
  loader,
  component: lazyRouteComponent(
    () => import('./first-steps/first-steps-page.tsx'),
    'FirstStepsPage',
  ),
})

const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'people',
  beforeLoad: onlyWith('iam:user:read'),
  loader,
  component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
})

const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'people/$userId',
  beforeLoad: onlyWith('iam:user:read'),
  loader,
  component: lazyRouteComponent(() => import('./people/person-page.tsx'), 'PersonPage'),
})

const departmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'departments',
  beforeLoad: onlyWith('iam:department:read'),
  loader,
  component: lazyRouteComponent(
    () => import('./departments/departments-page.tsx'),
    'DepartmentsPage',
  ),
})

const rolesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'roles',
  beforeLoad: onlyWith('iam:role:read'),
  loader,
  component: lazyRouteComponent(() => import('./roles/roles-page.tsx'), 'RolesPage'),
})

const clientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'clients',
  beforeLoad: onlyWith('iam:client:read'),
  loader,
  component: lazyRouteComponent(() => import('./clients/clients-page.tsx'), 'ClientsPage'),
})

const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'clients/$id',
  beforeLoad: onlyWith('iam:client:read'),
  loader,
  component: lazyRouteComponent(() => import('./clients/client-page.tsx'), 'ClientPage'),
})

const brandingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'branding',
  beforeLoad: onlyWith('iam:branding:read'),
  loader,
  component: lazyRouteComponent(() => import('./branding/branding-page.tsx'), 'BrandingPage'),
})

const providersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'identity-providers',
  beforeLoad: onlyWith('iam:federation:read'),
  loader,
  component: lazyRouteComponent(() => import('./providers/providers-page.tsx'), 'ProvidersPage'),
})

const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'identity-providers/$id',
  beforeLoad: onlyWith('iam:federation:read'),
  loader,
  component: lazyRouteComponent(() => import('./providers/provider-page.tsx'), 'ProviderPage'),
})

const sourcesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sources',
  beforeLoad: onlyWith('dms:source:admin'),
  loader,
  component: lazyRouteComponent(() => import('./sources/sources-page.tsx'), 'SourcesPage'),
})

const documentRulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'document-rules',
  beforeLoad: onlyWith('dms:document:admin'),
  loader,
  component: lazyRouteComponent(
    () => import('./documents/document-rules-page.tsx'),
    'DocumentRulesPage',
  ),
})

const tenantsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'tenants',
  beforeLoad: onlyWith('iam:tenant:read'),
  loader,
  component: lazyRouteComponent(() => import('./tenants-page.tsx'), 'TenantsPage'),
})

const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'keys',
  beforeLoad: onlyWith('iam:key:read'),
  loader,
  component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
})

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'audit',
  validateSearch: readAuditSearch,
  beforeLoad: onlyWith(...auditPermissions),
  // What was done to documents has its words where documents are.
  loader: withTexts('audit', 'documents'),
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
})

export const administrationRoutes = [
  firstStepsRoute,
  peopleRoute,
  personRoute,
  departmentsRoute,
  rolesRoute,
  clientsRoute,
  clientRoute,
  brandingRoute,
  providersRoute,
  providerRoute,
  sourcesRoute,
  documentRulesRoute,
  tenantsRoute,
  keysRoute,
  auditRoute,
] as const
