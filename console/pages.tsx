import { lazy, type ReactNode } from 'react'
import { Inbox } from '#console/pages/inbox/Inbox.tsx'
import { OneProposal, Proposals } from '#console/pages/proposals/Proposals.tsx'
import type { WordId } from '#console/words.ts'
import type { Permission } from '#domain/staff/permissions.ts'

const Policy = lazy(async () => ({
  default: (await import('#console/pages/catalogue/Policy.tsx')).Policy,
}))
const Content = lazy(async () => ({
  default: (await import('#console/pages/catalogue/Content.tsx')).Content,
}))
const ContentText = lazy(async () => ({
  default: (await import('#console/pages/catalogue/ContentText.tsx')).ContentText,
}))
const ContentReleased = lazy(async () => ({
  default: (await import('#console/pages/catalogue/ContentReleased.tsx')).ContentReleased,
}))
const Product = lazy(async () => ({
  default: (await import('#console/pages/catalogue/Product.tsx')).Product,
}))
const Products = lazy(async () => ({
  default: (await import('#console/pages/catalogue/Products.tsx')).Products,
}))
const Search = lazy(async () => ({
  default: (await import('#console/pages/borrowers/Search.tsx')).Search,
}))
const Borrower = lazy(async () => ({
  default: (await import('#console/pages/borrowers/Borrower.tsx')).Borrower,
}))
const Order = lazy(async () => ({
  default: (await import('#console/pages/borrowers/Order.tsx')).Order,
}))
const Names = lazy(async () => ({
  default: (await import('#console/pages/decisions/Names.tsx')).Names,
}))
const Face = lazy(async () => ({
  default: (await import('#console/pages/decisions/Face.tsx')).Face,
}))
const Application = lazy(async () => ({
  default: (await import('#console/pages/decisions/Application.tsx')).Application,
}))
const Reports = lazy(async () => ({
  default: (await import('#console/pages/reports/Reports.tsx')).Reports,
}))
const ReportRows = lazy(async () => ({
  default: (await import('#console/pages/reports/ReportRows.tsx')).ReportRows,
}))
const Audit = lazy(async () => ({
  default: (await import('#console/pages/reports/Audit.tsx')).Audit,
}))
const Collections = lazy(async () => ({
  default: (await import('#console/pages/cases/Collections.tsx')).Collections,
}))
const Collection = lazy(async () => ({
  default: (await import('#console/pages/cases/Collection.tsx')).Collection,
}))
const Complaints = lazy(async () => ({
  default: (await import('#console/pages/cases/Complaints.tsx')).Complaints,
}))
const Complaint = lazy(async () => ({
  default: (await import('#console/pages/cases/Complaint.tsx')).Complaint,
}))
const Looks = lazy(async () => ({
  default: (await import('#console/pages/looks/Looks.tsx')).Looks,
}))
const Trouble = lazy(async () => ({
  default: (await import('#console/pages/inbox/Trouble.tsx')).Trouble,
}))
const Hardship = lazy(async () => ({
  default: (await import('#console/pages/decisions/Hardship.tsx')).Hardship,
}))
const Staff = lazy(async () => ({
  default: (await import('#console/pages/people/Staff.tsx')).Staff,
}))
const Account = lazy(async () => ({
  default: (await import('#console/pages/people/Account.tsx')).Account,
}))

/** The values in a page's address, and a page that shows them. */
type Page = {
  readonly path: string
  readonly show: (params: Readonly<Record<string, string>>) => ReactNode
  /** Its name in the navigation; pages without one are reached from others. */
  readonly nav?: WordId
  /** The navigation hides it from those without this permission. */
  readonly by?: Permission
  /** The page of the navigation to which it belongs, if that is another one. */
  readonly of?: string
}

export const ACCOUNT_PATH = '/account'

/** Every page of the console, in the order of the navigation. All but the first load when they are opened. */
export const PAGES: readonly Page[] = [
  { path: '/', nav: 'nav.inbox', show: () => <Inbox /> },
  {
    path: '/application/:orderId',
    of: '/',
    show: ({ orderId = '' }) => <Application key={orderId} orderId={orderId} />,
  },
  { path: '/borrowers', nav: 'nav.borrowers', by: 'borrowers:read', show: () => <Search /> },
  {
    path: '/borrower/:borrowerId',
    of: '/borrowers',
    show: ({ borrowerId = '' }) => <Borrower key={borrowerId} borrowerId={borrowerId} />,
  },
  {
    path: '/order/:orderNo',
    of: '/borrowers',
    show: ({ orderNo = '' }) => <Order key={orderNo} orderNo={orderNo} />,
  },
  {
    path: '/face/:documentId',
    of: '/',
    show: ({ documentId = '' }) => <Face key={documentId} documentId={documentId} />,
  },
  {
    path: '/names/:reviewId',
    of: '/',
    show: ({ reviewId = '' }) => <Names key={reviewId} reviewId={reviewId} />,
  },
  {
    path: '/hardship/:orderId',
    of: '/',
    show: ({ orderId = '' }) => <Hardship key={orderId} orderId={orderId} />,
  },
  {
    path: '/looks/:id',
    of: '/',
    show: ({ id = '' }) => <Looks key={id} id={id} />,
  },
  {
    path: '/trouble/:kind/:id',
    of: '/',
    show: ({ kind = '', id = '' }) => <Trouble key={`${kind} ${id}`} kind={kind} id={id} />,
  },
  { path: '/proposals', nav: 'nav.proposals', by: 'proposals:read', show: () => <Proposals /> },
  {
    path: '/proposals/:proposalId',
    of: '/proposals',
    show: ({ proposalId = '' }) => <OneProposal key={proposalId} proposalId={proposalId} />,
  },
  { path: '/products', nav: 'nav.products', by: 'products:read', show: () => <Products /> },
  {
    path: '/products/:productId',
    of: '/products',
    show: ({ productId = '' }) => <Product key={productId} productId={productId} />,
  },
  { path: '/reports', nav: 'nav.reports', by: 'reports:read', show: () => <Reports /> },
  { path: '/reports/rows', of: '/reports', show: () => <ReportRows /> },
  { path: '/complaints', nav: 'nav.complaints', by: 'complaints:read', show: () => <Complaints /> },
  {
    path: '/complaint/:feedbackId',
    of: '/complaints',
    show: ({ feedbackId = '' }) => <Complaint key={feedbackId} feedbackId={feedbackId} />,
  },
  {
    path: '/collections',
    nav: 'nav.collections',
    by: 'collections:read',
    show: () => <Collections />,
  },
  {
    path: '/collection/:orderId',
    of: '/collections',
    show: ({ orderId = '' }) => <Collection key={orderId} orderId={orderId} />,
  },
  { path: '/policy', nav: 'nav.policy', by: 'policy:read', show: () => <Policy /> },
  { path: '/content', nav: 'nav.content', by: 'content:read', show: () => <Content /> },
  { path: '/content/feedback', of: '/content', show: () => <ContentReleased area="feedback" /> },
  { path: '/content/legal', of: '/content', show: () => <ContentReleased area="legal" /> },
  { path: '/content/messages', of: '/content', show: () => <ContentReleased area="messages" /> },
  {
    path: '/content/:item',
    of: '/content',
    show: ({ item = '' }) => <ContentText key={item} item={item} />,
  },
  { path: '/staff', nav: 'nav.staff', by: 'staff:read', show: () => <Staff /> },
  { path: '/audit', nav: 'nav.audit', by: 'audit:read', show: () => <Audit /> },
  { path: ACCOUNT_PATH, nav: 'nav.account', show: () => <Account /> },
]

type NamedPage = Page & { readonly nav: WordId }

/** The pages that a person with these permissions finds by name, in their order. */
export function pagesFor(permissions: readonly Permission[]): readonly NamedPage[] {
  return PAGES.filter(
    (page): page is NamedPage =>
      page.nav !== undefined && (page.by === undefined || permissions.includes(page.by)),
  )
}

/** The page of the navigation to which a page belongs, by its path. */
export function sectionOf(path: string): string | undefined {
  const parts = path.split('/')
  const page = PAGES.find(each => {
    const pattern = each.path.split('/')
    return (
      pattern.length === parts.length &&
      pattern.every((part, at) => part[0] === ':' || part === parts[at])
    )
  })
  return page?.of ?? page?.path
}
