"""A whole agent in a few lines, as somebody might bring one: chat, one tool, a report."""

import json
import subprocess
import sys
import urllib.request

if __name__ == "__main__":
    base_url, model, prompt_file, report = sys.argv[1:]
    with open(prompt_file, encoding="utf-8") as file:
        messages = [{"role": "user", "content": file.read()}]
    tool = {"type": "function", "function": {"name": "bash", "parameters": {"type": "object"}}}
    steps, end = [], "gave up"
    for _ in range(30):
        body = json.dumps({"model": model, "messages": messages, "tools": [tool]}).encode()
        asked = urllib.request.Request(f"{base_url}/chat/completions", body)
        said = json.load(urllib.request.urlopen(asked))["choices"][0]["message"]
        messages.append(said)
        for call in said.get("tool_calls") or ():
            line = json.loads(call["function"]["arguments"]).get("command", "false")
            done = subprocess.run(
                ["sh", "-c", line], capture_output=True, text=True, errors="replace"
            )
            steps.append({"command": line, "status": done.returncode})
            told = {
                "role": "tool",
                "tool_call_id": call["id"],
                "content": done.stdout + done.stderr,
            }
            messages.append(told)
        if not said.get("tool_calls") or "COMPLETE_TASK" in steps[-1]["command"]:
            end = "finished"
            break
    with open(report, "w", encoding="utf-8") as file:
        json.dump({"steps": steps, "end": end}, file)
