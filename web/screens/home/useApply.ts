import { useState } from 'react'
import { useLocation } from 'wouter'
import { verify } from '#contract/verify.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.ts'
import { applyTarget, type Product } from './offer.ts'

type Elsewhere = { onExternal: (product: Product) => void; onLocked: (product: Product) => void }

/**
 * APPLY on the home page (spec §4): reads the auth status, then opens the page it leads to. A
 * failure is a toast (spec §8).
 */
export function useApply({ onExternal, onLocked }: Elsewhere) {
  const { run, isPending } = useAction(verify.status)
  const [productId, setProductId] = useState<string>()
  const [, navigate] = useLocation()
  async function apply(product: Product) {
    setProductId(product.id)
    const status = await run({})
    if (status === undefined) return
    if (!status.ok) {
      toast(messageOf(status), 'bad')
      return
    }
    const target = applyTarget(product, status.data)
    if (target.to === 'step')
      navigate(paths.step(target.key, { pid: product.id, step: target.number, of: target.total }))
    else if (target.to === 'detail') navigate(paths.productDetail(product.id))
    else if (target.to === 'locked') onLocked(product)
    else onExternal(product)
  }
  return { apply, pendingId: isPending ? productId : undefined }
}
