#!/usr/bin/env python3
"""The dashboard for Grafana, from rows: deploy/grafana/dashboard.py > deploy/grafana/ddzd.json, and import that.

A panel is its title, its unit, what it says, and its queries by legend; one with colours is a number, with a value from
which each colour holds. Panels of one list lie side by side. In a query {} selects the instances that are chosen, [] is
the time between two points, and SHORT stands for the routes that are answered at once.
"""
import json
import re

SHORT = "/classify|/prompt|/analyze|/table"

LINES = [
    [
        ("Instances", "short", "Answering the last scrape",
         {"": 'sum(up{job="ddzd"})'}, {"red": None, "green": 2}),
        ("Requests", "reqps", "All routes",
         {"": 'sum(rate(ddz_http_requests_total{}[]))'}, {}),
        ("Short requests, p99", "s", "/classify /prompt /analyze /table",
         {"": 'histogram_quantile(0.99, sum by (le) (rate(ddz_http_request_duration_seconds_bucket{route=~"SHORT"}[])))'}, {"green": None, "orange": 0.02, "red": 0.05}),
        ("Long requests refused", "percentunit", "Of all long requests",
         {"": 'sum(rate(ddz_queue_refused_total{}[])) / (sum(rate(ddz_queue_refused_total{}[])) + sum(rate(ddz_queue_accepted_total{}[])))'}, {"green": None, "orange": 0.001, "red": 0.01}),
        ("Workers busy", "percentunit", "Of the time",
         {"": 'sum(rate(ddz_workers_busy_seconds_total{}[])) / sum(ddz_workers{})'}, {"green": None, "orange": 0.7, "red": 0.85}),
        ("Answers 500", "short", "Ever, since the start. There is no input that should give one.",
         {"": 'sum(ddz_http_requests_total{code="500"}) or vector(0)'}, {"green": None, "red": 1}),
    ],
    "Requests",
    [
        ("Requests by route", "reqps", "",
         {"{{route}}": 'sum by (route) (rate(ddz_http_requests_total{}[]))'}),
        ("Answers by status", "reqps", "0: the connection ended without an answer. 4xx: wrong requests, 429: over a limit. 503: no room, or leaving.",
         {"{{code}}": 'sum by (code) (rate(ddz_http_requests_total{}[]))'}),
        ("Promises", "percentunit", "Bad requests of the last hour, against the budget of 30 days (slo.yml)",
         {"{{slo}}": 'ddz:slo_errors:ratio_rate1h', "{{slo}}, budget": 'ddz:slo_budget'}),
    ],
    [
        ("Short requests: how long they take", "s", "/classify /prompt /analyze /table, from the request line to the last byte",
         {"p50": 'histogram_quantile(0.5, sum by (le) (rate(ddz_http_request_duration_seconds_bucket{route=~"SHORT"}[])))',
          "p99": 'histogram_quantile(0.99, sum by (le) (rate(ddz_http_request_duration_seconds_bucket{route=~"SHORT"}[])))',
          "p99.9": 'histogram_quantile(0.999, sum by (le) (rate(ddz_http_request_duration_seconds_bucket{route=~"SHORT"}[])))'}),
        ("p99 by route", "s", "",
         {"{{route}}": 'histogram_quantile(0.99, sum by (le, route) (rate(ddz_http_request_duration_seconds_bucket{}[])))'}),
        ("Mean by route", "s", "",
         {"{{route}}": 'sum by (route) (rate(ddz_http_request_duration_seconds_sum{}[])) / sum by (route) (rate(ddz_http_request_duration_seconds_count{}[]))'}),
    ],
    "Robots and clients",
    [
        ("Answers by engine", "reqps", "",
         {"{{engine}}": 'sum by (engine) (rate(ddz_engine_answers_total{}[]))'}),
        ("Answers by level", "reqps", "Of questions that name one",
         {"level {{level}}": 'sum by (level) (rate(ddz_engine_answers_total{}[]))'}),
        ("Answers by preset", "reqps", "Of single questions; a batch is one of its own",
         {"{{preset}}": 'sum by (preset) (rate(ddz_engine_answers_total{}[]))'}),
    ],
    [
        ("Time of an answer by engine", "s", "Mean of the time it was computed",
         {"{{engine}}": 'sum by (engine) (rate(ddz_engine_compute_seconds_total{}[])) / sum by (engine) (rate(ddz_engine_answers_total{}[]))'}),
        ("Searches and proofs", "reqps", "early: ended before their limit; busy: because other clients waited",
         {"{{engine}}, early": 'sum by (engine) (rate(ddz_engine_early_total{}[]))',
          "{{engine}}, busy": 'sum by (engine) (rate(ddz_engine_busy_total{}[]))',
          "{{engine}}, proved": 'sum by (engine) (rate(ddz_engine_proved_total{}[]))'}),
        ("Searches that were asked for", "reqps", "By how they ended. cut, stood_in, refused: others had the time",
         {"{{outcome}}": 'sum by (outcome) (rate(ddz_searches_total{}[]))'}),
        ("Requests by client", "reqps", "By the name of the token; -: tokens without a name",
         {"{{client}}": 'sum by (client) (rate(ddz_client_requests_total{}[]))',
          "{{client}}, over its rate": 'sum by (client) (rate(ddz_client_limited_total{}[]))'}),
        ("Computing by client", "short", "Cores",
         {"{{client}}": 'sum by (client) (rate(ddz_client_compute_seconds_total{}[]))'}),
    ],
    "Long requests: search, proofs, batches",
    [
        ("Expected wait", "s", "How long the next long request would wait for a worker; what admission and scaling go by",
         {"{{instance}}": 'ddz_queue_expected_wait_seconds{}'}),
        ("Waiting", "short", "Against the room there is",
         {"waiting": 'sum(ddz_queue_depth{})',
          "room": 'sum(ddz_queue_capacity{})'}),
        ("Wait, as it was", "s", "Until a worker began",
         {"p50": 'histogram_quantile(0.5, sum by (le) (rate(ddz_queue_wait_seconds_bucket{}[])))',
          "p99": 'histogram_quantile(0.99, sum by (le) (rate(ddz_queue_wait_seconds_bucket{}[])))'}),
        ("Time of a worker, p99", "s", "By route",
         {"{{route}}": 'histogram_quantile(0.99, sum by (le, route) (rate(ddz_compute_duration_seconds_bucket{}[])))'}),
        ("Time of workers", "short", "What all requests of a route take together: seconds of workers a second",
         {"{{route}}": 'sum by (route) (rate(ddz_compute_duration_seconds_sum{}[]))'}),
    ],
    [
        ("Taken and refused", "reqps", "Refused as full, as one client's share, as too long a wait, or because the instance is leaving",
         {"taken": 'sum(rate(ddz_queue_accepted_total{}[]))',
          "refused: {{reason}}": 'sum by (reason) (rate(ddz_queue_refused_total{}[]))'}),
        ("Workers", "short", "At work at the moment of the scrape",
         {"busy": 'sum(ddz_workers_busy{})',
          "all": 'sum(ddz_workers{})'}),
    ],
    "Memos",
    [
        ("Values found in a memo", "percentunit", "By instance; falls when the proxy stops sending a hand to the same instance",
         {"{{instance}}": 'sum by (instance) (rate(ddz_memo_hits_total{}[])) / (sum by (instance) (rate(ddz_memo_hits_total{}[])) + sum by (instance) (rate(ddz_memo_misses_total{}[])))'}),
        ("Values computed", "cps", "",
         {"{{instance}}": 'sum by (instance) (rate(ddz_memo_misses_total{}[]))'}),
        ("Memos filled", "percentunit", "",
         {"{{instance}} {{engine}}": 'sum by (instance, engine) (ddz_memo_fill{}) / sum by (instance, engine) (ddz_memo_capacity{})'}),
    ],
    "Connections",
    [
        ("Open connections", "short", "",
         {"{{instance}}": 'ddz_connections{}', "{{instance}}, at most": 'ddz_connections_limit{}'}),
        ("Requests under way", "short", "",
         {"{{instance}}": 'ddz_requests_active{}'}),
        ("Connections", "cps", "New ones, those over a limit, those cut for slowness",
         {"accepted": 'sum(rate(ddz_connections_accepted_total{}[]))',
          "refused": 'sum(rate(ddz_connections_refused_total{}[]))',
          "cut": 'sum(rate(ddz_connections_cut_total{}[]))'}),
        ("Bytes", "Bps", "",
         {"in": 'sum(rate(ddz_http_received_bytes_total{}[]))',
          "out": 'sum(rate(ddz_http_sent_bytes_total{}[]))'}),
        ("Answers not sent yet", "bytes", "What clients have not read yet; at unsent-mib large answers become 503",
         {"{{instance}}": 'ddz_answers_unsent_bytes{}'}),
    ],
    "Processes",
    [
        ("Memory", "bytes", "",
         {"{{instance}}": 'process_resident_memory_bytes{job="ddzd"}'}),
        ("Processor time", "short", "Cores",
         {"{{instance}}": 'rate(process_cpu_seconds_total{job="ddzd"}[])'}),
        ("File descriptors", "percentunit", "Against their limit",
         {"{{instance}}": 'process_open_fds{job="ddzd"} / process_max_fds{job="ddzd"}'}),
    ],
    [
        ("Up since", "s", "",
         {"{{instance}}": 'ddz_uptime_seconds{}'}),
        ("Versions", "short", "",
         {"{{version}}, libmicrohttpd {{libmicrohttpd}}": 'count by (version, libmicrohttpd) (ddz_build_info{})',
          "net {{name}}": 'count by (name) (ddz_model_info{}) or vector(0)'}),
        ("Settings read again", "short", "By SIGHUP, in the last hour",
         {"{{instance}}": 'sum by (instance) (increase(ddz_reloads_total{}[1h]))',
          "{{instance}}, failed": 'sum by (instance) (increase(ddz_reload_failures_total{}[1h]))'}),
        ("Log lines dropped", "cps", "",
         {"{{instance}}": 'rate(ddz_log_lines_dropped_total{}[])'}),
    ],
]


def query(text):
    """The query in full."""
    text = text.replace("SHORT", SHORT).replace("[]", "[$__rate_interval]")
    return re.sub(r"\{([^}]*)\}", lambda found: '{instance=~"$instance"' + (found[1] and "," + found[1]) + "}", text)


SOURCE = {"type": "prometheus", "uid": "${datasource}"}


def panel(place, title, unit, description, queries, colours=None):
    """One panel; `colours` makes it a number instead of curves."""
    defaults = {"unit": unit, "min": 0}
    if colours is None:
        defaults["custom"] = {"lineWidth": 1, "fillOpacity": 8, "showPoints": "never"}
        options = {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi", "sort": "desc"}}
    else:
        options = {"reduceOptions": {"calcs": ["lastNotNull"]}, "colorMode": "value", "graphMode": "area"}
    if colours:
        steps = [{"color": colour, "value": value} for colour, value in colours.items()]
        defaults["thresholds"] = {"mode": "absolute", "steps": steps}
    targets = [{"refId": chr(ord("A") + i), "expr": query(text), "legendFormat": legend}
               for i, (legend, text) in enumerate(queries.items())]
    return {"type": "timeseries" if colours is None else "stat", "title": title, "description": description,
            "datasource": SOURCE, "gridPos": place, "fieldConfig": {"defaults": defaults, "overrides": []},
            "targets": targets, "options": options}


def panels():
    """All panels, laid out from top to bottom, 24 columns wide."""
    y = 0
    for line in LINES:
        if isinstance(line, str):
            yield {"type": "row", "title": line, "collapsed": False, "panels": [],
                   "gridPos": {"x": 0, "y": y, "w": 24, "h": 1}}
            y += 1
            continue
        height = 4 if len(line[0]) == 5 else 8
        for i, row in enumerate(line):
            left, right = 24 * i // len(line), 24 * (i + 1) // len(line)
            yield panel({"x": left, "y": y, "w": right - left, "h": height}, *row)
        y += height


INSTANCES = 'label_values(up{job="ddzd"}, instance)'
VARIABLES = [
    {"name": "datasource", "label": "Data source", "type": "datasource", "query": "prometheus", "hide": 0},
    {"name": "instance", "label": "Instance", "type": "query", "datasource": SOURCE, "definition": INSTANCES,
     "query": {"query": INSTANCES, "refId": "instance"}, "refresh": 2, "sort": 1, "multi": True, "includeAll": True,
     "allValue": ".*", "current": {"text": "All", "value": "$__all"}, "hide": 0},
]
dashboard = {
    "uid": "ddzd", "title": "ddzd", "tags": ["ddzd"], "schemaVersion": 38, "version": 1, "editable": True,
    "refresh": "30s", "timezone": "browser", "time": {"from": "now-3h", "to": "now"},
    "templating": {"list": VARIABLES}, "annotations": {"list": []},
}
# A panel is a line, so that a change of one shows as one.
lines = [json.dumps({"id": i + 1, **one}, ensure_ascii=False) for i, one in enumerate(panels())]
print(json.dumps(dashboard, ensure_ascii=False)[:-1] + ', "panels": [\n' + ",\n".join(lines) + "\n]}")
