/** Views of the console that a person saved, for that person alone. */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import { type staffView, VIEWS_MAX } from '#contract/staff/view.ts'
import type { StaffCall } from '#server/platform/actions/call.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import type { Services } from '#server/services.ts'
import {
  insertView,
  lockViewsOf,
  removeViewOf,
  renameViewOf,
  viewsOf,
} from '#server/staff/people/db/view.ts'

type Parts = Pick<Services, 'db' | 'cipher' | 'ids' | 'clock'>
type By = Pick<StaffCall, 'staff'>

const nameContext = (staffId: string, viewId: string): CipherContext => ({
  table: 'staff_view',
  row: `${staffId}/${viewId}`,
  column: 'name_sealed',
})

/** The views of the caller, by name. */
export async function ownViews(
  { db, cipher }: Pick<Parts, 'db' | 'cipher'>,
  { staff: { staffId } }: By,
): Promise<Output<typeof staffView.list>> {
  const rows = await viewsOf(db, staffId)
  const views = rows.map(({ viewId, nameSealed, path }) => ({
    viewId,
    name: cipher.decryptText(nameSealed, nameContext(staffId, viewId)),
    path,
  }))
  return { views: views.sort((a, b) => a.name.localeCompare(b.name, 'en')) }
}

/** Saves a view, up to the maximum of a person. */
export async function saveView(
  { db, cipher, ids, clock }: Parts,
  { name, path }: Input<typeof staffView.save>,
  { staff: { staffId } }: By,
): Promise<Output<typeof staffView.save> | Refusal<'view-limit'>> {
  return db.transaction(async tx => {
    await lockViewsOf(tx, staffId)
    if ((await viewsOf(tx, staffId)).length >= VIEWS_MAX)
      return refused('view-limit', { details: { most: VIEWS_MAX } })
    const at = clock.wall()
    const viewId = ids.uuid(at)
    const nameSealed = cipher.encrypt(name, nameContext(staffId, viewId))
    await insertView(tx, { staffId, viewId, nameSealed, path, at })
    return { viewId }
  })
}

/** Renames a view of the caller. */
export async function renameView(
  { db, cipher }: Pick<Parts, 'db' | 'cipher'>,
  { viewId, name }: Input<typeof staffView.rename>,
  { staff: { staffId } }: By,
): Promise<null | Refusal<'outdated'>> {
  const nameSealed = cipher.encrypt(name, nameContext(staffId, viewId))
  return (await renameViewOf(db, staffId, viewId, nameSealed)) ? null : refused('outdated')
}

/** Removes a view of the caller, and none of somebody else. */
export async function removeView(
  { db }: Pick<Parts, 'db'>,
  { viewId }: Input<typeof staffView.remove>,
  { staff: { staffId } }: By,
): Promise<null> {
  await removeViewOf(db, staffId, viewId)
  return null
}
