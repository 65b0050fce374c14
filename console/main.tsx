import '#console/language-tag.ts'
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import './console.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#console/App.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
