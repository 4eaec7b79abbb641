/** The page's areas. What is in them is each part's own. */

import { Bar } from './parts/bar/bar.jsx';
import { KeysHelp } from './parts/bar/keys-help.jsx';
import { ChartArea } from './parts/chart/chart-area.jsx';
import { CompareArea } from './parts/compare/compare-area.jsx';
import { Happened } from './parts/happened/happened.jsx';
import { Lanes } from './parts/lanes/lanes.jsx';
import { PictureArea } from './parts/pictures/picture-area.jsx';
import { Timeline } from './parts/timeline/timeline.jsx';
import { ActorTree } from './parts/tree/actor-tree.jsx';
import { complaint, reel, TABS, tab } from './store.js';

export function App() {
  if (complaint.value !== '' && reel.value === undefined)
    return (
      <main class="empty">
        <p role="alert">{complaint.value}</p>
      </main>
    );
  if (reel.value === undefined) return <main class="empty">Reading the match…</main>;
  return (
    <div class="page" data-source={reel.value.header.source}>
      <Bar />
      <ActorTree />
      <main class="area" data-tab={tab.value}>
        <div class="tabs" role="tablist" aria-label="Areas">
          {TABS.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-selected={tab.value === id}
              onClick={() => {
                tab.value = id;
              }}
            >
              {title}
            </button>
          ))}
        </div>
        <section class="area-body" role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
          <Area />
        </section>
      </main>
      <Happened />
      <Timeline />
      <Complaint />
      <KeysHelp />
    </div>
  );
}

function Complaint() {
  if (complaint.value === '') return null;
  return (
    <div class="complaint" role="alert">
      {complaint.value}{' '}
      <button
        type="button"
        onClick={() => {
          complaint.value = '';
        }}
      >
        Close
      </button>
    </div>
  );
}

function Area() {
  switch (tab.value) {
    case 'chart':
      return <ChartArea />;
    case 'messages':
      return <Lanes />;
    case 'pictures':
      return <PictureArea />;
    case 'compare':
      return <CompareArea />;
  }
}
